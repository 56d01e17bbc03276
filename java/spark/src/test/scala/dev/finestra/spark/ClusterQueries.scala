package dev.finestra.spark

import dev.finestra.spark.Sessions.spark

/** Runs one query of each kind in a session of any master. The results are sorted texts. */
final class ClusterQueries

object ClusterQueries {
  def main(arguments: Array[String]): Unit = {
    val all = answers
    val executors = spark.sparkContext.parallelize(1 to 8, 8).map { _ =>
      Thread.sleep(100)
      org.apache.spark.SparkEnv.get.executorId
    }
    println(s"executors ${executors.collect().distinct.length}")
    all.foreach(println)
    spark.stop()
  }

  def answers: Seq[String] = {
    spark
      .range(0, 3000, 1, 4)
      .selectExpr("id % 7 AS k", "hash(id) % 1000 AS x", "timestamp_seconds(id * 37) AS ts", "id")
      .createOrReplaceTempView("clustered")
    val hour = "OVER (PARTITION BY k ORDER BY ts " +
      "RANGE BETWEEN INTERVAL 1 HOUR PRECEDING AND CURRENT ROW)"
    val rows = "OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 50 PRECEDING AND 5 FOLLOWING)"
    val window = "window(ts, '1 hour', '7 minutes')"
    Seq(
      s"SELECT id, sum(x) $hour, approx_count_distinct(x) $hour, max(x) $rows, avg(x) $rows " +
        "FROM clustered",
      s"SELECT k, $window, sum(x), stddev(x), sort_array(collect_set(x)) FROM clustered " +
        s"GROUP BY k, $window",
      "SELECT k, finestra_agg('top_k(3)', x), finestra_last('sum', x, ts, '1 hour'), " +
        "finestra_rolling('max', x, ts, '1 hour', 'b_fiba8'), " +
        "finestra_slides('mean', x, ts, '1 hour', '7 minutes') FROM clustered GROUP BY k"
    ).map { query =>
      val answered = spark.sql(query).collect().map(row => rounded(row.toSeq).toString).sorted
      s"${answered.length} rows ${answered.mkString.hashCode} ${answered.head.take(200)}"
    }
  }

  /** Removes the digits of doubles that depend on the order of summation. */
  private def rounded(value: Any): Any = value match {
    case number: Double                => f"$number%.6f"
    case row: org.apache.spark.sql.Row => rounded(row.toSeq)
    case all: scala.collection.Seq[_]  => all.map(rounded).toList
    case other                         => other
  }
}
