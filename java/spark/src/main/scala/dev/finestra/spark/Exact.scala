package dev.finestra.spark

import dev.finestra.{Algorithm, Finestra}
import dev.finestra.Algorithm.Trait

/** Algorithms whose windows are exact to the last row, as Spark's are. */
private[spark] object Exact {

  /** The algorithm of this name; refuses one that rounds times. */
  def algorithm(name: String): Algorithm = {
    val algorithm = Finestra.algorithm(name)
    if (algorithm.is(Trait.ROUNDS_TIMES)) {
      throw new IllegalArgumentException(
        s"$name rounds times, and windows on Spark begin and end where they say; take auto, fiba, " +
          "or the algorithm behind it"
      )
    }
    algorithm
  }
}
