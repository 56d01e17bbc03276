import dev.finestra.flink.Finestra;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;

/** For each payment, the sum of its card over the last hour and the last day, in one structure. */
public class HourAndDay {
  public static void main(String[] args) throws Exception {
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    long hour = Duration.ofHours(1).toMillis();
    var payments =
        env.fromData(
                Types.ROW_NAMED(
                    new String[] {"card", "at", "amount"}, Types.STRING, Types.LONG, Types.LONG),
                Row.of("c1", 0L, 20L),
                Row.of("c1", hour, 5L),
                Row.of("c1", 3 * hour, 7L),
                Row.of("c1", 25 * hour, 1L))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Row>forMonotonousTimestamps()
                    .withTimestampAssigner((row, t) -> (Long) row.getField("at")));

    // page: windows
    var windows = new LinkedHashMap<String, LastWindow>();
    windows.put("1h", LastWindow.of(Duration.ofHours(1)));
    windows.put("1d", LastWindow.of(Duration.ofDays(1)));
    var answers = new LinkedHashMap<String, Object>();
    answers.put("paid", List.of("sum", "amount"));
    answers.put("n", "count");

    Finestra.keyed(payments, "card").windows(windows).aggregate(answers).print();
    // page: end

    env.execute("the last hour and the last day");
  }
}
