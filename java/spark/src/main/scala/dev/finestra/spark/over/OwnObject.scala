package dev.finestra.spark.over

import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate

/** A merge of Spark's changes the older buffer and may keep parts of the newer one. A window needs
  * both as they were, so the older one is copied first: by writing and reading, where it is not a
  * plain value, which nobody can change.
  *
  * What some sketches read is of another class than what they filled, and a merge into that changes
  * the newer one, or is refused: these are merged into a fresh one, as Spark's final aggregation
  * does.
  */
private[over] object OwnObject {
  def read(function: TypedImperativeAggregate[AnyRef], bytes: Array[Byte]): AnyRef = {
    val plain = function.deserialize(bytes)
    val fresh = function.createAggregationBuffer()
    if (isOneClass(fresh, plain)) plain else function.merge(fresh, plain)
  }

  def merged(function: TypedImperativeAggregate[AnyRef], older: AnyRef, newer: AnyRef): AnyRef = {
    val own = of(function, older)
    if (isOneClass(own, older)) function.merge(own, newer)
    else {
      val fresh = function.createAggregationBuffer()
      function.merge(function.merge(fresh, own), of(function, newer))
    }
  }

  private def isOneClass(a: AnyRef, b: AnyRef): Boolean =
    a == null || b == null || a.getClass == b.getClass

  private def of(function: TypedImperativeAggregate[AnyRef], buffer: AnyRef): AnyRef =
    buffer match {
      case null | _: java.lang.Long | _: java.lang.Double | _: java.lang.Integer |
          _: java.lang.Float | _: java.lang.Short | _: java.lang.Byte | _: java.lang.Boolean |
          _: String =>
        buffer
      // what is written may be the function's own array, which its next writing overwrites
      case _ => function.deserialize(function.serialize(buffer).clone())
    }
}
