package dev.finestra.spark

import dev.finestra.spark.internal.stream.Running
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.types.StructType

/** The parts of tests that differ between versions of Spark. */
object TestShims {
  val hasStreams = true

  /** The condition of an error. */
  def condition(error: SparkThrowable): String = error.getCondition

  /** All results of a stream of these micro-batches. */
  def answers(schema: StructType, mode: String, batches: Seq[Seq[Row]])(
      windows: DataFrame => DataFrame
  ): DataFrame = {
    val running = new Running(schema, mode)(windows)
    try {
      running.start()
      batches.foreach { rows =>
        running.add(rows)
        running.process()
      }
      running.answersAsTable
    } finally running.delete()
  }
}
