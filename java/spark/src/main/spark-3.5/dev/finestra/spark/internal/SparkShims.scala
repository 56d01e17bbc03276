package dev.finestra.spark.internal

import dev.finestra.spark.internal.query.{SlidingOptions, SlidingQuery}
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.{DataFrame, SparkSessionExtensions}
import org.apache.spark.sql.types.DataType

/** The parts of Finestra that differ between versions of Spark. */
private[spark] object SparkShims {

  def inject(extensions: SparkSessionExtensions): Unit = {
    extensions.injectParser((_, parser) => HintParser.of(parser))
    extensions.injectResolutionRule(_ => AlgorithmHint) // rejects the hint of a DataFrame
  }

  def stream(sliding: SlidingQuery): DataFrame =
    SlidingOptions.refuse(
      "sliding windows of a stream need Spark 4.0 or later; this is Spark " + SPARK_VERSION +
        ". On this version, Finestra computes windows of batches only."
    )

  /** Whether values are equal if their bytes are. Spark 3.5 has no collations. */
  def isBinaryStable(dataType: DataType): Boolean = true
}
