package dev.finestra.bench;

/** The code that the JVM has run before the measurement. */
public enum Company {
  /** Nothing else. */
  ALONE,
  /** Ten other aggregations, each with its own copy of the algorithms, as in a program. */
  TEN,
  /** Ten other aggregations that share one copy of the algorithms. */
  TEN_ON_ONE_COPY;

  /** The name on the command line and in results. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
