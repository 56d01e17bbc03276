package dev.finestra.bench;

/** What else has been used in the JVM before the measurement begins. */
public enum Company {
  /** Nothing: the aggregation is alone. */
  ALONE,
  /**
   * Ten other aggregations, each with its own copy of the algorithms, as the catalog hands them
   * out.
   */
  TEN,
  /**
   * Ten other aggregations on the same copy of the algorithms: what it would be like without
   * copies.
   */
  TEN_ON_ONE_COPY;

  /** The name on the command line and in results. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
