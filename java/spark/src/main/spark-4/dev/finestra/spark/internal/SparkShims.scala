package dev.finestra.spark.internal

import dev.finestra.spark.internal.stream.CheckOutputMode
import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.util.UnsafeRowUtils
import org.apache.spark.sql.types.DataType

/** The parts of Finestra that differ between versions of Spark. */
private[spark] object SparkShims {
  def inject(extensions: SparkSessionExtensions): Unit = {
    extensions.injectHintResolutionRule(_ => AlgorithmHint)
    extensions.injectCheckRule(_ => CheckOutputMode)
  }

  /** Whether values are equal if their bytes are. Strings with a collation are not. */
  def isBinaryStable(dataType: DataType): Boolean = UnsafeRowUtils.isBinaryStable(dataType)
}
