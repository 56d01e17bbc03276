package dev.finestra.spark

import scala.jdk.CollectionConverters._

import dev.finestra.{Algorithm, Finestra}
import dev.finestra.Algorithm.Trait

/** Algorithms whose windows are exact to the last row, as Spark's are. */
private[spark] object Exact {

  /** The algorithm of this name; refuses one that rounds times. */
  def algorithm(name: String): Algorithm = {
    val algorithm = Finestra.algorithm(name)
    if (algorithm.is(Trait.ROUNDS_TIMES)) {
      throw new IllegalArgumentException(
        s"$name rounds times, and windows on Spark begin and end where they say; these fit: " +
          Finestra.algorithms.asScala.map(_.name).mkString(", ")
      )
    }
    algorithm
  }
}
