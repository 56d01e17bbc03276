package dev.finestra.spark.internal

/** Refuses versions of Spark and Scala that this jar does not support. Otherwise, a query would
  * fail later, with an error that names a missing method.
  */
private[spark] object VersionCheck {
  def check(spark: String, scala: String): Unit = {
    // No collections: they differ between versions of Scala, of which this may be a wrong one.
    val versions = SparkLine.Versions
    var isSupported = false
    var i = 0
    while (i < versions.length) {
      isSupported |= spark.startsWith(versions(i) + ".")
      i += 1
    }
    if (!isSupported || !scala.startsWith(ScalaLine.Version + ".")) {
      val newest = versions(versions.length - 1)
      throw new IllegalStateException(
        SparkLine.Artifact + "_" + ScalaLine.Version + " does not support Spark " + spark +
          " with Scala " + scala + "; it supports Spark " +
          (if (versions.length == 1) newest else versions(0) + " to " + newest) + " with Scala " +
          ScalaLine.Version + ". Use Finestra's jar for your versions, or start the session " +
          "without the jar and without dev.finestra.spark.FinestraExtensions."
      )
    }
  }
}
