package dev.finestra.spark.internal

import dev.finestra.{SlidingWindows, WindowOptions}
import dev.finestra.Algorithm.Trait
import dev.finestra.aggregation.Aggregation

/** The algorithms that windows on Spark can use. Spark's own windows are exact to the last row and
  * accept rows in any order; so an algorithm that rounds times or bounds the lateness is rejected.
  */
private[spark] object ExactAlgorithms {

  /** The default. It means a tree, because rows come in any order. */
  val Default = "auto"

  private val Any = WindowOptions.NONE.exact
  private val Merging = Any.without(Trait.NEEDS_INVERSE, Trait.NEEDS_COMMUTATIVE)

  /** Rejects a name that is unknown or not exact; the message says which would fit. */
  def check(name: String): Unit = SlidingWindows.algorithm(name, Any)

  /** Returns the name. Rejects an algorithm that needs an inverse or a commutative function,
    * because Spark's functions promise a merge only.
    */
  def merging(name: String): String = {
    SlidingWindows.algorithm(name, Merging)
    name
  }

  /** The algorithm that a name means for a stream's windows. Rejects one that cannot serve them. A
    * window on a stream also counts its rows, so it has no inverse.
    */
  def onPages(name: String, aggregation: Aggregation[_], use: WindowOptions): String =
    SlidingWindows.algorithm(name, aggregation, use.exact.onPages.without(Trait.NEEDS_INVERSE)).name
}
