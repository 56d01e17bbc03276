import dev.finestra.flink.Finestra;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Ways to aggregate: a name and a field, a selector, several at once, a reduce function. */
public class Answers {

  /** A trade of a user. */
  public static class Trade {
    public String user;
    public long time;
    public double price;

    static Trade of(long time, double price) {
      Trade trade = new Trade();
      trade.user = "ann";
      trade.time = time;
      trade.price = price;
      return trade;
    }

    @Override
    public String toString() {
      return price + " at " + time;
    }
  }

  public static void main(String[] args) throws Exception {
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    var trades =
        env.fromData(
                Types.POJO(Trade.class),
                Trade.of(1_000, 20.5),
                Trade.of(2_500, 21.0),
                Trade.of(4_000, 19.5))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Trade>forMonotonousTimestamps()
                    .withTimestampAssigner((trade, t) -> trade.time));
    var windows = Finestra.keyed(trades, "user").window(LastWindow.of(Duration.ofSeconds(2)));

    // page: names
    windows.aggregate("quantile(0.99)", "price").print();
    windows.aggregate("max", trade -> trade.price).print();

    var answers = new LinkedHashMap<String, Object>();
    answers.put("top", List.of("max", "price"));
    answers.put("n", "count");
    windows.aggregate(answers).print();
    // page: end

    // page: reduce
    windows.reduce((older, newer) -> newer.price > older.price ? newer : older).print();
    // page: end

    env.execute("answers");
  }
}
