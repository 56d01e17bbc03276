package dev.finestra.spark.internal

import org.apache.spark.sql

/** The classes of DataFrames in this JVM, which Spark 4 has in a package of their own. */
private[spark] object classic {
  type DataFrame = sql.DataFrame
  type Dataset[T] = sql.Dataset[T]
  type SparkSession = sql.SparkSession
}
