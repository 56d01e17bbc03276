package dev.finestra.spark.internal

import dev.finestra.spark.internal.query.{SlidingOptions, SlidingQuery}
import dev.finestra.spark.internal.stream.{CheckOutputMode, StreamQuery}
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.{DataFrame, SparkSessionExtensions}
import org.apache.spark.sql.catalyst.util.UnsafeRowUtils
import org.apache.spark.sql.types.DataType

/** What Finestra does differently on other versions of Spark. */
private[spark] object SparkShims {
  def inject(extensions: SparkSessionExtensions): Unit = {
    extensions.injectHintResolutionRule(_ => AlgorithmHint)
    extensions.injectCheckRule(_ => CheckOutputMode)
  }

  /** Windows over a stream. Spark 4.0 has other classes for stateful operators. */
  def stream(sliding: SlidingQuery): DataFrame = {
    if (SPARK_VERSION.startsWith("4.0.")) {
      SlidingOptions.refuse(
        "sliding windows of a stream need Spark 4.1 or later; this is Spark " + SPARK_VERSION +
          ". On this version, Finestra computes windows of batches only."
      )
    }
    StreamQuery.of(sliding)
  }

  /** Whether values are equal if their bytes are. Strings with a collation are not. */
  def isBinaryStable(dataType: DataType): Boolean = UnsafeRowUtils.isBinaryStable(dataType)
}
