import dev.finestra.spark.FibaAggregator;
import dev.finestra.spark.FinestraSpark;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** The highest price of a user's last hour, by a registered function, and of each trade's. */
public class LastHour {
  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().appName("last hour").getOrCreate();
    Column id = functions.col("id");
    var trades =
        spark
            .range(600)
            .select(
                functions.concat(functions.lit("user "), id.mod(2)).as("user"),
                functions.timestamp_seconds(id.multiply(30).plus(1_800_000_000)).as("ts"),
                id.multiply(37).mod(101).as("price"));

    FibaAggregator.register(spark, "top_1h", "max", "1 hour", "b_fiba4");
    trades
        .groupBy("user")
        .agg(functions.expr("top_1h(price, ts)").as("top"))
        .orderBy("user")
        .show(false);

    FinestraSpark.sliding(
            trades,
            Map.of(
                "by", "user",
                "time", "ts",
                "size", "1 hour",
                "aggregates", Map.of("top", List.of("max", "price"))))
        .orderBy(functions.desc("ts"))
        .show(8, false);

    spark.stop();
  }
}
