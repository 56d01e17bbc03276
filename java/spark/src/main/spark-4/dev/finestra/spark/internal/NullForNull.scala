package dev.finestra.spark.internal

import org.apache.spark.sql.catalyst.expressions.Expression

/** An expression that is null if one of its arguments is. */
private[spark] trait NullForNull extends Expression {
  override def nullIntolerant: Boolean = true
}
