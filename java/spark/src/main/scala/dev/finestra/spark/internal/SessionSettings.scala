package dev.finestra.spark.internal

import scala.util.Try

import org.apache.spark.sql.internal.SQLConf

/** A session's settings `spark.finestra.*`, read when a query is planned. A wrong value fails the
  * query.
  */
private[spark] object SessionSettings {
  def isOverEnabled: Boolean = flag("spark.finestra.over.enabled")

  /** Whether partitions that are much larger than others are split. */
  def isSplitEnabled: Boolean = flag("spark.finestra.over.split", "false")

  def isSlideEnabled: Boolean = flag("spark.finestra.slide.enabled")

  /** Whether Finestra plans a `groupBy` with its functions whose partial results are objects. */
  def isGroupEnabled: Boolean = flag("spark.finestra.group.enabled")

  /** The least size of a ROWS frame that Finestra runs; Spark runs smaller ones.
    *
    * @param default
    *   the size if the user has set none
    */
  def minFrameRows(default: Int): Int = {
    val name = "spark.finestra.over.minFrameRows"
    val value = SQLConf.get.getConfString(name, s"$default")
    Try(value.trim.toInt).filter(_ >= 0).getOrElse {
      throw new IllegalArgumentException(
        s"$name is '$value'; it must be a number of rows, such as 10. Spark runs frames of " +
          "fewer rows."
      )
    }
  }

  /** The setting that names the user's functions whose merge is right, or `*` for all. */
  val Mergeable = "spark.finestra.over.mergeable"

  /** Whether the user vouches for the merge of a function. */
  def isMergeable(function: String): Boolean =
    SQLConf.get
      .getConfString(Mergeable, "")
      .split(',')
      .map(_.trim)
      .exists(name => name == "*" || name.equalsIgnoreCase(function))

  def algorithm: String =
    ExactAlgorithms.merging(SQLConf.get.getConfString("spark.finestra.algorithm", "auto"))

  private def flag(name: String, default: String = "true"): Boolean = {
    val value = SQLConf.get.getConfString(name, default)
    Try(value.trim.toBoolean).getOrElse {
      throw new IllegalArgumentException(s"$name is '$value'; it must be true or false.")
    }
  }
}
