package dev.finestra.bench.flink;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple3;

/** The sum or the maximum of a double, written as a user of Flink would write it. */
record SumOrMax(boolean isMax)
    implements AggregateFunction<Tuple3<Integer, Long, Double>, Double, Double> {

  @Override
  public Double createAccumulator() {
    return isMax ? Double.NEGATIVE_INFINITY : 0.0;
  }

  @Override
  public Double add(Tuple3<Integer, Long, Double> event, Double accumulator) {
    return merge(accumulator, event.f2);
  }

  @Override
  public Double getResult(Double accumulator) {
    return accumulator;
  }

  @Override
  public Double merge(Double a, Double b) {
    return isMax ? Math.max(a, b) : a + b;
  }
}
