package dev.finestra.spark

import org.apache.spark.SPARK_VERSION

/** The version of Spark that the tests run on. */
object TestedSpark {
  def isFrom(major: Int, minor: Int): Boolean = {
    val Array(own, its) = SPARK_VERSION.split('.').take(2).map(_.toInt)
    own > major || own == major && its >= minor
  }

  /** Whether an aggregate in `OVER` may have a `FILTER`. */
  val hasFilterInOver: Boolean = isFrom(4, 2)
}
