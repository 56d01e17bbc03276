package dev.finestra.spark.internal

/** The versions of Spark that this jar supports. */
private[spark] object SparkLine {
  private val Versions = Array("4.0", "4.1", "4.2", "4.3")

  /** Refuses other versions. Otherwise, a query would fail later, with an error that names a
    * missing method of Spark.
    */
  def check(version: String): Unit = {
    // No collections, because Scala 2.12 has other ones, and must still show the message.
    var i = 0
    while (i < Versions.length) {
      if (version.startsWith(Versions(i) + ".")) {
        return
      }
      i += 1
    }
    throw new IllegalStateException(
      "finestra-spark-4_2.13 does not support Spark " + version + "; it supports Spark " +
        Versions(0) + " to " + Versions(Versions.length - 1) + ". Use one of these versions, or " +
        "start the session without the jar and without dev.finestra.spark.FinestraExtensions."
    )
  }

  /** Refuses a stream on Spark 4.0, which has other classes for stateful operators. */
  def checkStream(version: String): Unit =
    if (version.startsWith("4.0.")) {
      throw new IllegalArgumentException(
        "sliding windows of a stream need Spark 4.1 or later; this is Spark " + version +
          ". On this version, Finestra computes windows of batches only."
      )
    }
}
