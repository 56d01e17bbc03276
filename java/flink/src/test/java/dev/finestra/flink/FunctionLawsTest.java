package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.junit.jupiter.api.Test;

/**
 * An aggregate function that is not associative, or whose merge does not agree with its add, fails
 * on its samples or first rows, and the error names the values.
 */
class FunctionLawsTest {
  private static final SlidingEventTimeWindows WINDOWS =
      SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(1));

  private static final List<Trade> SAMPLES = List.of(trade(1, 3), trade(2, 5), trade(3, 11));

  private static Trade trade(long time, long price) {
    return new Trade("k", time, price, 0.1 * price);
  }

  /** Collects prices; subclasses merge them in different ways. */
  private abstract static class Prices implements AggregateFunction<Trade, Long, Long> {
    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long add(Trade trade, Long sum) {
      return sum + trade.price;
    }

    @Override
    public Long getResult(Long sum) {
      return sum;
    }
  }

  /** Not associative, although merging two single rows agrees with add. */
  private static final class Lopsided extends Prices {
    @Override
    public Long merge(Long a, Long b) {
      return b > 11 ? a + b + 1 : a + b;
    }
  }

  /** Associative, but does not agree with add. */
  private static final class Largest extends Prices {
    @Override
    public Long merge(Long a, Long b) {
      return Math.max(a, b);
    }
  }

  /** Throws in merge; Flink's own sliding windows accept such a function, as they never merge. */
  private static final class Throwing extends Prices {
    @Override
    public Long merge(Long a, Long b) {
      throw new UnsupportedOperationException("merge is never called");
    }
  }

  /** A mean of doubles; its last digits depend on the grouping. */
  private static final class Mean
      implements AggregateFunction<Trade, Tuple2<Double, Long>, Tuple2<Double, Long>> {
    @Override
    public Tuple2<Double, Long> createAccumulator() {
      return Tuple2.of(0.0, 0L);
    }

    @Override
    public Tuple2<Double, Long> add(Trade trade, Tuple2<Double, Long> sum) {
      return Tuple2.of(sum.f0 + trade.weight, sum.f1 + 1);
    }

    @Override
    public Tuple2<Double, Long> getResult(Tuple2<Double, Long> sum) {
      return Tuple2.of(sum.f0 / sum.f1, sum.f1);
    }

    @Override
    public Tuple2<Double, Long> merge(Tuple2<Double, Long> a, Tuple2<Double, Long> b) {
      a.f0 += b.f0;
      a.f1 += b.f1;
      return a;
    }
  }

  private static FinestraWindowedStream<Trade, String> windows() {
    return Finestra.keyed(
            StreamExecutionEnvironment.getExecutionEnvironment()
                .fromData(List.of(trade(0, 0)), Types.POJO(Trade.class))
                .keyBy(trade -> trade.symbol))
        .window(WINDOWS);
  }

  private static void tells(Throwable refusal, String... words) {
    for (String word : words) {
      assertTrue(refusal.getMessage().contains(word), "'" + word + "' is not in: " + refusal);
    }
  }

  private static Throwable onSamples(AggregateFunction<Trade, ?, ?> function) {
    return assertThrows(
        IllegalStateException.class, () -> windows().samples(SAMPLES).aggregate(function));
  }

  private static Throwable onRows(AggregateFunction<Trade, Long, Long> function) throws Exception {
    try (Bench<?> bench =
        new Bench<>(keyed -> Finestra.keyed(keyed).window(WINDOWS).aggregate(function), "heap")) {
      return assertThrows(
          IllegalStateException.class,
          () -> {
            for (Trade trade : SAMPLES) {
              bench.row(trade);
            }
          });
    }
  }

  @Test
  void shouldRefuseOnSamples() {
    tells(onSamples(new Lopsided()), "Lopsided.merge breaks a law, on the samples", "(a ⊗ b) ⊗ c");
    tells(onSamples(new Largest()), "Largest.merge does not agree with its add", "k@1=3", "3", "6");
    tells(onSamples(new Throwing()), "Throwing.merge threw", "merge is never called");
  }

  @Test
  void shouldRefuseOnTheFirstRows() throws Exception {
    tells(onRows(new Lopsided()), "Lopsided.merge breaks a law, on the first rows of a key");
    tells(onRows(new Largest()), "Largest.merge does not agree with its add");
    tells(onRows(new Throwing()), "Throwing.merge threw");
  }

  @Test
  void shouldNotCheckIfSwitchedOff() throws Exception {
    try (Bench<Long> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed).window(WINDOWS).checkLaws(false).aggregate(new Largest()),
            "heap")) {
      for (Trade trade : SAMPLES) {
        bench.row(trade);
      }
      bench.watermark(3);
      assertEquals(List.of("1 3", "2 5", "3 11"), bench.out());
    }
  }

  @Test
  void shouldCopyElementsThatAFunctionModifies() {
    List<Trade> samples = List.of(trade(1, 3), trade(2, 5), trade(3, 11));
    windows()
        .samples(samples)
        .reduce(
            (a, b) -> {
              b.price += a.price;
              return b;
            });
    assertEquals(SAMPLES.toString(), samples.toString());
  }

  @Test
  void shouldTolerateRounding() throws Exception {
    windows().samples(SAMPLES).aggregate(new Mean());
    windows().samples(SAMPLES).aggregate("var_samp", "weight");
    windows().samples(SAMPLES).reduce((a, b) -> trade(Math.max(a.time, b.time), a.price + b.price));
    try (Bench<?> bench =
        new Bench<>(keyed -> Finestra.keyed(keyed).window(WINDOWS).aggregate(new Mean()), "heap")) {
      for (int i = 0; i < 20; i++) {
        bench.row(new Trade("k" + i % 3, i, (long) i, 1.0 / (i + 3)));
      }
      bench.watermark(100);
      // Windows with rows: two keys have rows in 19 ms, the third in 16; each adds 9 windows.
      assertEquals(28 + 28 + 25, bench.out().size());
    }
  }
}
