import dev.finestra.flink.Finestra;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;

/** Every second, the highest price of the last day: 86,400 windows overlap, one insert per trade. */
public class DayBySecond {
  public static void main(String[] args) throws Exception {
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    var trades =
        env.fromData(
                Types.TUPLE(Types.STRING, Types.LONG, Types.DOUBLE),
                Tuple3.of("ACME", 1_000L, 20.5),
                Tuple3.of("ACME", 2_500L, 21.0),
                Tuple3.of("ACME", 4_000L, 19.5))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Tuple3<String, Long, Double>>forBoundedOutOfOrderness(
                        Duration.ofSeconds(5))
                    .withTimestampAssigner((trade, t) -> trade.f1));

    // page: keyed
    Finestra.keyed(trades, "f0")
        .window(SlidingEventTimeWindows.of(Duration.ofDays(1), Duration.ofSeconds(1)))
        .aggregate("max", "f2")
    // page: end
        // Print the first and the last windows only.
        .filter(row -> (Long) row.getField(2) <= 5_000 || (Long) row.getField(1) >= 3_000)
        .print();

    env.execute("day by second");
  }
}
