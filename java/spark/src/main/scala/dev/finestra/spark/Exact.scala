package dev.finestra.spark

import dev.finestra.{Algorithm, Finestra}
import dev.finestra.Algorithm.Trait
import dev.finestra.name.Name

/** Algorithms whose windows are exact to the last row, as Spark's are, however late it comes. */
private[spark] object Exact {

  /** The algorithm of this name; refuses one that rounds times, or bounds how late rows are. */
  def algorithm(name: String): Algorithm = {
    val algorithm = Finestra.algorithm(name)
    if (algorithm.is(Trait.ROUNDS_TIMES)) {
      throw new IllegalArgumentException(
        s"$name rounds times, and windows on Spark begin and end where they say; take auto, fiba, " +
          "or the algorithm behind it"
      )
    }
    if (Name.parse(name).base == "reorder") {
      throw new IllegalArgumentException(
        s"$name refuses rows that are later than its bound, and Spark's come in any order; take " +
          "auto, fiba, or the algorithm in it where rows are sorted"
      )
    }
    algorithm
  }
}
