package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.ValueConversions;

/**
 * The limits of partial results that grow. A limit counts everything in the aggregate, so either
 * every grouping of the same combines exceeds it or none does.
 */
public final class SizeLimits {
  /** The most values in {@code collect} and similar aggregations. */
  public static final int VALUES = 1_000_000;

  /** The most characters in {@code concat}. */
  public static final int CHARACTERS = ValueConversions.LONGEST_TEXT;

  private SizeLimits() {}

  /** Throws if a size exceeds the limit. */
  public static void check(String name, long size, int limit, String what) {
    if (size > limit) {
      throw new IllegalStateException(
          "At most %s %s fit into %s; this window has %s.%s"
              .formatted(
                  limit,
                  what,
                  name,
                  size,
                  name.equals("count_distinct")
                      ? " Use theta or hll to estimate any number."
                      : ""));
    }
  }
}
