package dev.finestra.spark

import dev.finestra.spark.Sessions.spark

/** The program that [[MemoryTest]] runs in a small heap: two frames over one partition of large
  * rows. Both are bounded, or one ends with the partition; then all rows are read before the first
  * result.
  */
final class OneBigPartition

object OneBigPartition {

  /** The length of a row's text. */
  val Bytes = 8192L

  def main(arguments: Array[String]): Unit = {
    val rows = arguments(0).toLong
    val (sorted, bounded) = (arguments(1).toBoolean, arguments(2).toBoolean)
    val id = if (sorted) "id" else s"pmod(id * 1000003, $rows) AS id"
    val of = "OVER (ORDER BY id"
    val sums =
      if (bounded) "99 PRECEDING AND CURRENT ROW" else "CURRENT ROW AND UNBOUNDED FOLLOWING"
    val answers = spark
      .range(0, rows, 1, if (sorted) 1 else 16)
      .selectExpr(id, s"rpad(string(id), $Bytes, 'x') AS text")
      .selectExpr(
        "text",
        s"sum(id) $of ROWS BETWEEN $sums) AS s",
        s"count(id) $of RANGE BETWEEN 9 PRECEDING AND 9 FOLLOWING) AS c"
      )
      .selectExpr("count(*)", "sum(length(text) + if(c BETWEEN 10 AND 19, 0, 1))", "sum(s)")
    require(answers.queryExecution.executedPlan.toString.contains("FinestraWindow"))
    val row = answers.head()
    println(s"rows ${row(0)} texts ${row(1)} sums ${row(2)} .")
    spark.stop()
  }
}
