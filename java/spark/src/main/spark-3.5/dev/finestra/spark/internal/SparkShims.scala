package dev.finestra.spark.internal

import dev.finestra.spark.internal.stream.CheckOutputMode
import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.types.DataType

/** The parts of Finestra that differ between versions of Spark. */
private[spark] object SparkShims {

  def inject(extensions: SparkSessionExtensions): Unit = {
    extensions.injectParser((_, parser) => HintParser.of(parser))
    extensions.injectResolutionRule(_ => AlgorithmHint) // rejects the hint of a DataFrame
    extensions.injectCheckRule(_ => CheckOutputMode)
  }

  /** Whether values are equal if their bytes are. Spark 3.5 has no collations. */
  def isBinaryStable(dataType: DataType): Boolean = true
}
