package dev.finestra.spark

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.types.StructType

/** The parts of tests that differ between versions of Spark. */
object TestShims {
  val hasStreams = false

  /** The condition of an error, which may be that of its cause. */
  def condition(error: SparkThrowable): String = Iterator
    .iterate[Throwable](error.asInstanceOf[Throwable])(_.getCause)
    .takeWhile(_ != null)
    .collectFirst { case e: SparkThrowable if e.getErrorClass != null => e.getErrorClass }
    .getOrElse("")

  /** Never called, because `hasStreams` is false. */
  def answers(schema: StructType, mode: String, batches: Seq[Seq[Row]])(
      windows: DataFrame => DataFrame
  ): DataFrame = throw new UnsupportedOperationException(s"$schema, $mode, $batches, $windows")
}
