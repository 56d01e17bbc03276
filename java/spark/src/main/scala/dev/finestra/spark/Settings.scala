package dev.finestra.spark

import dev.finestra.spark.over.Merging
import org.apache.spark.sql.internal.SQLConf

/** What a session has set of `spark.finestra.*`, read when a query is planned; a value that does
  * not fit fails the query with a sentence.
  */
private[spark] object Settings {
  def isOverEnabled: Boolean = flag("spark.finestra.over.enabled")

  def isSlideEnabled: Boolean = flag("spark.finestra.slide.enabled")

  /** Frames of fewer rows stay Spark's. */
  def minFrameRows: Int = {
    val name = "spark.finestra.over.minFrameRows"
    val value = SQLConf.get.getConfString(name, "2")
    value.trim.toIntOption.filter(_ >= 0).getOrElse {
      throw new IllegalArgumentException(
        s"$name is '$value'; it is a number of rows, as 2: frames of fewer rows stay Spark's"
      )
    }
  }

  def algorithm: String =
    Merging.algorithm(SQLConf.get.getConfString("spark.finestra.algorithm", "auto"))

  private def flag(name: String): Boolean = {
    val value = SQLConf.get.getConfString(name, "true")
    value.trim.toLowerCase.toBooleanOption.getOrElse {
      throw new IllegalArgumentException(s"$name is '$value'; it is true or false")
    }
  }
}
