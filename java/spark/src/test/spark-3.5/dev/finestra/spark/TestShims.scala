package dev.finestra.spark

import org.apache.spark.SparkThrowable

/** The parts of tests that differ between versions of Spark. */
object TestShims {

  /** The condition of an error, which may be that of its cause. */
  def condition(error: SparkThrowable): String = Iterator
    .iterate[Throwable](error.asInstanceOf[Throwable])(_.getCause)
    .takeWhile(_ != null)
    .collectFirst { case e: SparkThrowable if e.getErrorClass != null => e.getErrorClass }
    .getOrElse("")

  /** The output modes of a stream whose results are emitted once. */
  val modesOfFinalResults: Seq[String] = Seq("append")

  /** The room of the museum that has the checkpoints. */
  val museum = "spark-3.5"
}
