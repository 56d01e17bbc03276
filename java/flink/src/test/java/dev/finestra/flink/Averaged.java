package dev.finestra.flink;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple2;

/** The mean price. Its accumulator is a subclass of a tuple. */
final class Averaged implements AggregateFunction<Trade, Averaged.Sum, String> {
  private static final long serialVersionUID = 1L;

  /** The sum and the number of prices. */
  @SuppressWarnings("unchecked") // as in Tuple2 itself
  public static final class Sum extends Tuple2<Long, Integer> {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public Sum createAccumulator() {
    Sum sum = new Sum();
    sum.setFields(0L, 0);
    return sum;
  }

  @Override
  public Sum add(Trade trade, Sum sum) {
    sum.f0 += trade.price;
    sum.f1++;
    return sum;
  }

  @Override
  public String getResult(Sum sum) {
    return sum.f0 + "/" + sum.f1;
  }

  @Override
  public Sum merge(Sum a, Sum b) {
    a.f0 += b.f0;
    a.f1 += b.f1;
    return a;
  }
}
