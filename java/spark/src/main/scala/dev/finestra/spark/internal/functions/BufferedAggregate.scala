package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate

/** An aggregate function of Finestra whose buffer is an object. */
private[spark] trait BufferedAggregate[B] extends TypedImperativeAggregate[B] {

  /** How many rows take about as much space as a buffer. */
  def rowsInPlaceOf(buffer: B): Long

  /** The arguments that an update evaluates for every row, whatever the others are. */
  def readOfEachRow: Seq[Expression]

  /** Whether only Spark's own plan can run this call. */
  def needsSparksPlan: Boolean = false
}
