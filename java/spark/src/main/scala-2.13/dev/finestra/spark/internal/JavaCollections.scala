package dev.finestra.spark.internal

import scala.collection.convert.{AsJavaExtensions, AsScalaExtensions}

/** `asScala` and `asJava`, which Scala's versions have in different places. */
private[spark] object JavaCollections extends AsJavaExtensions with AsScalaExtensions
