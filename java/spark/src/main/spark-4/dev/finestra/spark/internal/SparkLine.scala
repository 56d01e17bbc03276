package dev.finestra.spark.internal

/** The versions of Spark that this jar supports. */
private[spark] object SparkLine {
  val Artifact = "finestra-spark-4"
  val Versions: Array[String] = Array("4.0", "4.1", "4.2", "4.3")
}
