package dev.finestra.spark.internal

import dev.finestra.spark.internal.query.SlidingQuery
import dev.finestra.spark.internal.stream.{CheckOutputMode, StreamQuery}
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.{DataFrame, SparkSessionExtensions}
import org.apache.spark.sql.catalyst.util.UnsafeRowUtils
import org.apache.spark.sql.types.DataType

/** The parts of Finestra that differ between versions of Spark. */
private[spark] object SparkShims {
  def inject(extensions: SparkSessionExtensions): Unit = {
    extensions.injectHintResolutionRule(_ => AlgorithmHint)
    extensions.injectCheckRule(_ => CheckOutputMode)
  }

  /** Whether this is Spark 4.0, whose operators of streams have other classes. */
  val isSpark40: Boolean = SPARK_VERSION.startsWith("4.0.")

  def stream(sliding: SlidingQuery): DataFrame = StreamQuery.of(sliding)

  /** Whether values are equal if their bytes are. Strings with a collation are not. */
  def isBinaryStable(dataType: DataType): Boolean = UnsafeRowUtils.isBinaryStable(dataType)
}
