package dev.finestra.bench.flink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple3;

/** Aggregate functions over the double of an event, written as users of Flink write them. */
final class UserFunctions {
  private UserFunctions() {}

  /**
   * The function that stands for an aggregation by name; its results may differ in the last digit.
   */
  static AggregateFunction<Tuple3<Integer, Long, Double>, ?, ?> of(String aggregation) {
    return switch (aggregation) {
      case "sum" -> new Sum();
      case "tuple(max,mean,count)" -> new MaxMeanCount();
      case "count_distinct" -> new CountDistinct();
      case "quantile(0.5)" -> new Median();
      case "var_pop" -> new PopulationVariance();
      default ->
          throw new IllegalArgumentException("there is no function that computes " + aggregation);
    };
  }

  private record Sum() implements AggregateFunction<Tuple3<Integer, Long, Double>, Double, Double> {
    @Override
    public Double createAccumulator() {
      return 0.0;
    }

    @Override
    public Double add(Tuple3<Integer, Long, Double> event, Double sum) {
      return sum + event.f2;
    }

    @Override
    public Double getResult(Double sum) {
      return sum;
    }

    @Override
    public Double merge(Double a, Double b) {
      return a + b;
    }
  }

  /** The accumulator is the maximum, the sum and the count. */
  private record MaxMeanCount()
      implements AggregateFunction<
          Tuple3<Integer, Long, Double>,
          Tuple3<Double, Double, Long>,
          Tuple3<Double, Double, Long>> {
    @Override
    public Tuple3<Double, Double, Long> createAccumulator() {
      return new Tuple3<>(Double.NEGATIVE_INFINITY, 0.0, 0L);
    }

    @Override
    public Tuple3<Double, Double, Long> add(
        Tuple3<Integer, Long, Double> event, Tuple3<Double, Double, Long> all) {
      all.f0 = Math.max(all.f0, event.f2);
      all.f1 += event.f2;
      all.f2++;
      return all;
    }

    @Override
    public Tuple3<Double, Double, Long> getResult(Tuple3<Double, Double, Long> all) {
      return new Tuple3<>(all.f0, all.f1 / all.f2, all.f2);
    }

    @Override
    public Tuple3<Double, Double, Long> merge(
        Tuple3<Double, Double, Long> a, Tuple3<Double, Double, Long> b) {
      a.f0 = Math.max(a.f0, b.f0);
      a.f1 += b.f1;
      a.f2 += b.f2;
      return a;
    }
  }

  private record CountDistinct()
      implements AggregateFunction<Tuple3<Integer, Long, Double>, Set<Double>, Long> {
    @Override
    public Set<Double> createAccumulator() {
      return new HashSet<>();
    }

    @Override
    public Set<Double> add(Tuple3<Integer, Long, Double> event, Set<Double> values) {
      values.add(event.f2);
      return values;
    }

    @Override
    public Long getResult(Set<Double> values) {
      return (long) values.size();
    }

    @Override
    public Set<Double> merge(Set<Double> a, Set<Double> b) {
      a.addAll(b);
      return a;
    }
  }

  private record Median()
      implements AggregateFunction<Tuple3<Integer, Long, Double>, List<Double>, Double> {
    @Override
    public List<Double> createAccumulator() {
      return new ArrayList<>();
    }

    @Override
    public List<Double> add(Tuple3<Integer, Long, Double> event, List<Double> values) {
      values.add(event.f2);
      return values;
    }

    @Override
    public Double getResult(List<Double> values) {
      List<Double> sorted = new ArrayList<>(values);
      Collections.sort(sorted);
      return sorted.get((sorted.size() - 1) / 2);
    }

    @Override
    public List<Double> merge(List<Double> a, List<Double> b) {
      a.addAll(b);
      return a;
    }
  }

  /** The accumulator of {@link PopulationVariance}, a POJO. */
  public static final class Moments {
    public long count;
    public double mean;
    public double squares;
  }

  private record PopulationVariance()
      implements AggregateFunction<Tuple3<Integer, Long, Double>, Moments, Double> {
    @Override
    public Moments createAccumulator() {
      return new Moments();
    }

    @Override
    public Moments add(Tuple3<Integer, Long, Double> event, Moments all) {
      all.count++;
      double step = event.f2 - all.mean;
      all.mean += step / all.count;
      all.squares += step * (event.f2 - all.mean);
      return all;
    }

    @Override
    public Double getResult(Moments all) {
      return all.squares / all.count;
    }

    @Override
    public Moments merge(Moments a, Moments b) {
      double step = b.mean - a.mean;
      long count = a.count + b.count;
      a.mean += step * b.count / count;
      a.squares += b.squares + step * step * a.count * b.count / count;
      a.count = count;
      return a;
    }
  }
}
