package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate

/** An aggregate function of Finestra whose buffer is an object. */
private[spark] trait BufferedAggregate[B] extends TypedImperativeAggregate[B] {

  /** How many rows take about as much space as a buffer. */
  def rowsInPlaceOf(buffer: B): Long

  /** Whether Spark has to plan this call. */
  def isSparks: Boolean = false
}
