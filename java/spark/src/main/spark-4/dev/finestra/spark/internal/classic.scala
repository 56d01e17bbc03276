package dev.finestra.spark.internal

import org.apache.spark.sql

/** The classes of DataFrames in this JVM, in contrast to those of Spark Connect. */
private[spark] object classic {
  type DataFrame = sql.classic.DataFrame
  type Dataset[T] = sql.classic.Dataset[T]
  type SparkSession = sql.classic.SparkSession
}
