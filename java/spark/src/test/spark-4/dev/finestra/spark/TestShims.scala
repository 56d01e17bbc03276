package dev.finestra.spark

import org.apache.spark.SparkThrowable

/** The parts of tests that differ between versions of Spark. */
object TestShims {

  /** The condition of an error. */
  def condition(error: SparkThrowable): String = error.getCondition

  /** The output modes of a stream whose results are emitted once. */
  val modesOfFinalResults: Seq[String] = Seq("append", "update")

  /** The room of the museum that has the checkpoints. */
  val museum = "spark"
}
