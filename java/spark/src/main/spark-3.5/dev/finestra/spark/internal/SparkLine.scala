package dev.finestra.spark.internal

/** The versions of Spark that this jar supports. */
private[spark] object SparkLine {
  val Artifact = "finestra-spark-3.5"
  val Versions: Array[String] = Array("3.5")
}
