package dev.finestra.flink;

import org.apache.flink.table.functions.AggregateFunction;

/** A user's function in SQL: the largest value and the smallest, as text. It has no retract. */
public final class Span extends AggregateFunction<String, Span.Range> {
  private static final long serialVersionUID = 1L;

  /** An accumulator that changes in place. */
  public static final class Range {
    public long low = Long.MAX_VALUE;
    public long high = Long.MIN_VALUE;
  }

  @Override
  public Range createAccumulator() {
    return new Range();
  }

  public void accumulate(Range range, Long value) {
    if (value != null) {
      range.low = Math.min(range.low, value);
      range.high = Math.max(range.high, value);
    }
  }

  public void merge(Range range, Iterable<Range> others) {
    for (Range other : others) {
      range.low = Math.min(range.low, other.low);
      range.high = Math.max(range.high, other.high);
    }
  }

  @Override
  public String getValue(Range range) {
    return range.low + " to " + range.high;
  }
}
