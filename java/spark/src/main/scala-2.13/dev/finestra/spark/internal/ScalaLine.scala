package dev.finestra.spark.internal

/** The version of Scala that this jar supports. */
private[spark] object ScalaLine {
  val Version = "2.13"
}
