import dev.finestra.windowing.Emit;
import dev.finestra.flink.Finestra;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;

/** For each reading, the mean and number of its sensor's readings in the last minute. */
public class LastMinute {
  public static void main(String[] args) throws Exception {
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    var readings =
        env.fromData(
                Types.ROW_NAMED(
                    new String[] {"sensor", "at", "value"}, Types.STRING, Types.LONG, Types.DOUBLE),
                Row.of("s1", 0L, 1.0),
                Row.of("s1", 60_000L, 3.0),
                Row.of("s1", 60_001L, 5.0),
                // A late reading: its result has the readings before it.
                Row.of("s1", 30_000L, 8.0))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Row>forBoundedOutOfOrderness(Duration.ofMinutes(1))
                    .withTimestampAssigner((row, t) -> (Long) row.getField("at")));

    var answers = new LinkedHashMap<String, Object>();
    answers.put("mean", List.of("mean", "value"));
    answers.put("readings", "count");

    Finestra.keyed(readings, "sensor")
        .window(LastWindow.of(Duration.ofMinutes(1)))
        .emit(Emit.ON_EVENT)
        .aggregate(answers)
        .print();

    env.execute("last minute");
  }
}
