package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.functions.{ObjectAggregate, ObjectBuffer}
import org.apache.spark.sql.catalyst.expressions.aggregate._

/** Merges buffers that are objects without changing them. Spark's merge changes the older buffer
  * and may keep parts of the newer one; a window needs both unchanged. So the older one is copied
  * first, by serializing it, unless it is immutable. Maps of counts and lists, whose elements do
  * not change, are both merged into a new buffer.
  *
  * Some sketches deserialize to another class than the one that was filled. Merging into such an
  * object changes the newer one, or throws. Both are then merged into a new buffer, as Spark's
  * final aggregation does.
  */
private[over] object ObjectMerge {
  def read(function: TypedImperativeAggregate[AnyRef], bytes: Array[Byte]): AnyRef = {
    val plain = function.deserialize(bytes)
    val fresh = function.createAggregationBuffer()
    if (isOneClass(fresh, plain)) plain else function.merge(fresh, plain)
  }

  def merged(function: TypedImperativeAggregate[AnyRef], older: AnyRef, newer: AnyRef): AnyRef =
    (function: Any, older, newer) match {
      case (own: ObjectAggregate, a: ObjectBuffer, b: ObjectBuffer) => own.merged(a, b)
      case _ if OverFunctions.collects(function)                    =>
        function.merge(function.merge(function.createAggregationBuffer(), older), newer)
      case _ =>
        val own = copyOf(function, older)
        if (isOneClass(own, older)) function.merge(own, newer)
        else {
          val fresh = function.createAggregationBuffer()
          function.merge(function.merge(fresh, own), copyOf(function, newer))
        }
    }

  private def isOneClass(a: AnyRef, b: AnyRef): Boolean =
    a == null || b == null || a.getClass == b.getClass

  def copyOf(function: TypedImperativeAggregate[AnyRef], buffer: AnyRef): AnyRef =
    buffer match {
      case null | _: java.lang.Long | _: java.lang.Double | _: java.lang.Integer |
          _: java.lang.Float | _: java.lang.Short | _: java.lang.Byte | _: java.lang.Boolean |
          _: String =>
        buffer
      // The function may reuse the array for the next buffer that it serializes.
      case _ => function.deserialize(function.serialize(buffer).clone())
    }
}
