package dev.finestra.spark

import dev.finestra.spark.Sessions.spark

/** What [[MemoryTest]] runs in a small heap: a list of all values of a frame of many rows, for each
  * row. A queue would keep a list of all rows behind it for each of them.
  */
final class LongLists

object LongLists {
  def main(arguments: Array[String]): Unit = {
    val (rows, frame) = (arguments(0).toLong, arguments(1).toLong)
    val of = s"OVER (ORDER BY id ROWS BETWEEN ${frame - 1} PRECEDING AND CURRENT ROW)"
    val answers = spark
      .range(0, rows, 1, 1)
      .selectExpr(s"size(collect_list(id) $of) AS n")
      .selectExpr("sum(n)")
    require(answers.queryExecution.executedPlan.toString.contains("FinestraWindow"))
    println(s"values ${answers.head()(0)} .")
    spark.stop()
  }
}
