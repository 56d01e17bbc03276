package dev.finestra.spark.internal

/** Refuses versions of Spark that this jar does not support. Otherwise, a query would fail later,
  * with an error that names a missing method of Spark.
  */
private[spark] object VersionCheck {
  def check(version: String): Unit = {
    // No collections, because other versions of Scala have other ones, and must still show the message.
    val versions = SparkLine.Versions
    var i = 0
    while (i < versions.length) {
      if (version.startsWith(versions(i) + ".")) {
        return
      }
      i += 1
    }
    val newest = versions(versions.length - 1)
    throw new IllegalStateException(
      SparkLine.Artifact + " does not support Spark " + version + "; it supports Spark " +
        (if (versions.length == 1) newest else versions(0) + " to " + newest) +
        ". Use one of these versions, or start the session without the jar and without " +
        "dev.finestra.spark.FinestraExtensions."
    )
  }
}
