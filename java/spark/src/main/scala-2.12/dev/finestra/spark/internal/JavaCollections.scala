package dev.finestra.spark.internal

import scala.collection.convert.{DecorateAsJava, DecorateAsScala}

/** `asScala` and `asJava`, which Scala's versions have in different places. */
private[spark] object JavaCollections extends DecorateAsJava with DecorateAsScala
