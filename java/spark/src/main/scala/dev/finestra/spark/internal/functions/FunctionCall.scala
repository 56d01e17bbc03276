package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

/** How one call of an aggregate function fills, merges and evaluates a group's buffer. */
private[spark] trait FunctionCall {
  def dataType: DataType
  def newEvents(): EventBuffer
  def update(events: EventBuffer, row: InternalRow): EventBuffer
  def merge(events: EventBuffer, other: EventBuffer): EventBuffer = events.merge(other)
  def eval(events: EventBuffer): Any
}
