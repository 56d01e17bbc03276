import dev.finestra.windowing.Emit;
import dev.finestra.flink.Finestra;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;

/** A late sale retracts (-U) the sums that it changes and emits them again (+U), and no others. */
public class Corrections {
  public static void main(String[] args) throws Exception {
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    var sales =
        env.fromData(
                Types.TUPLE(Types.LONG, Types.INT),
                Tuple2.of(1_000L, 10),
                Tuple2.of(11_000L, 5),
                Tuple2.of(2_000L, 7))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Tuple2<Long, Integer>>forGenerator(c -> new AtEachRow())
                    .withTimestampAssigner((sale, t) -> sale.f0));

    // page: corrections
    Finestra.keyed(sales.keyBy(sale -> "all"))
        .window(SlidingEventTimeWindows.of(Duration.ofSeconds(10), Duration.ofSeconds(5)))
        .allowedLateness(Duration.ofMinutes(1))
        .emit(Emit.CORRECTIONS)
        .aggregate("sum", "f1")
        .print();
    // page: end

    env.execute("corrections");
  }

  /** A watermark after each row, so that the same rows are late in each run. */
  private static final class AtEachRow implements WatermarkGenerator<Tuple2<Long, Integer>> {
    @Override
    public void onEvent(Tuple2<Long, Integer> sale, long time, WatermarkOutput output) {
      output.emitWatermark(new Watermark(time));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // onEvent emits all watermarks.
    }
  }
}
