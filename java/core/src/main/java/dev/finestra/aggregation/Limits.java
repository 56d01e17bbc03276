package dev.finestra.aggregation;

/**
 * How much a partial aggregate that grows may hold. A limit is on what is held in all, so that
 * every grouping of the same combines meets it or none does.
 */
final class Limits {
  /** The most values that {@code collect} and the like hold. */
  static final int VALUES = 1_000_000;

  /** The most characters that {@code concat} holds. */
  static final int CHARACTERS = 1 << 24;

  private Limits() {}

  /** Refuses to hold more than the limit. */
  static void check(String name, long size, int limit, String what) {
    if (size > limit) {
      throw new IllegalStateException(
          name
              + " holds at most "
              + limit
              + " "
              + what
              + ", and this window has "
              + size
              + (name.equals("count_distinct") ? "; theta and hll estimate any number" : ""));
    }
  }
}
