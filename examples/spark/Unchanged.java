import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.desc;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.timestamp_seconds;
import static org.apache.spark.sql.functions.window;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/** Plain Spark queries in Java. Finestra runs them because its jar is on the class path. */
public class Unchanged {
  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().appName("unchanged").getOrCreate();
    var trades =
        spark
            .range(600)
            .select(
                concat(lit("user "), col("id").mod(2)).as("user"),
                timestamp_seconds(col("id").multiply(30).plus(1_800_000_000)).as("ts"),
                col("id").multiply(37).mod(101).as("price"));

    // page: over
    WindowSpec lastHour =
        Window.partitionBy("user").orderBy(col("ts").cast("long")).rangeBetween(-3600, 0);
    var ofEachTrade = trades.withColumn("top", max("price").over(lastHour));
    // page: end
    var everyMinute =
        trades
            .groupBy(col("user"), window(col("ts"), "1 hour", "1 minute"))
            .agg(max("price").as("top"));

    ofEachTrade.orderBy(desc("ts")).show(5, false);
    everyMinute.orderBy(desc("window"), col("user")).show(5, false);
    everyMinute.explain();

    spark.stop();
  }
}
