package dev.finestra.tools.cli.common;

import dev.finestra.internal.aggregation.base.NamedLongAggregation;

/** A maximum of longs that counts its combines. */
public final class CountedMax extends NamedLongAggregation.OverLongs {
  private long combines;

  public CountedMax() {
    super("counted_max", Long.MIN_VALUE, Property.COMMUTATIVE, Property.SELECTIVE, Property.EXACT);
  }

  public long combines() {
    return combines;
  }

  @Override
  public Long empty() {
    return null;
  }

  @Override
  public long combine(long older, long newer) {
    combines++;
    return Math.max(older, newer);
  }
}
