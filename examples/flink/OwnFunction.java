import dev.finestra.flink.Finestra;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** An AggregateFunction of Flink, over one window per row. */
public class OwnFunction {

  // page: function
  /** The greatest common divisor of the numbers in a window. */
  public static class Gcd implements AggregateFunction<Tuple2<Long, Long>, Long, Long> {
    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long add(Tuple2<Long, Long> row, Long divisor) {
      return merge(divisor, Math.absExact(row.f1));
    }

    @Override
    public Long merge(Long older, Long newer) {
      return newer == 0 ? older : merge(newer, older % newer);
    }

    @Override
    public Long getResult(Long divisor) {
      return divisor;
    }
  }

  // page: end

  public static void main(String[] args) throws Exception {
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    var rows =
        env.fromData(
                Types.TUPLE(Types.LONG, Types.LONG),
                Tuple2.of(1_000L, 12L),
                Tuple2.of(2_000L, 18L),
                Tuple2.of(4_000L, 27L))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Tuple2<Long, Long>>forMonotonousTimestamps()
                    .withTimestampAssigner((row, t) -> row.f0));

    // page: use
    Finestra.keyed(rows.keyBy(row -> "all"))
        .window(LastWindow.of(Duration.ofSeconds(2)))
        .samples(List.of(Tuple2.of(0L, 12L), Tuple2.of(0L, 18L), Tuple2.of(0L, 7L)))
        .aggregate(new Gcd())
        .print();
    // page: end

    env.execute("own function");
  }
}
