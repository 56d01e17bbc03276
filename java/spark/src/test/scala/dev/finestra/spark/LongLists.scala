package dev.finestra.spark

import dev.finestra.spark.Sessions.spark

/** The program that [[MemoryTest]] runs in a small heap: for each row the list of all values of a
  * long frame. An algorithm with a queue would hold such a list for each row of the frame.
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
