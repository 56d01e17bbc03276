package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.expressions.{Expression, If}

/** A call that Spark rewrote for one value of a pivot. There `f(a, b)` became
  * `f(if(condition, a, null), if(condition, b, null))`, constants included.
  *
  * @param arguments
  *   those of the original call
  */
private[functions] final case class PivotedCall(condition: Expression, arguments: Seq[Expression])

private[functions] object PivotedCall {

  /** The original call of these arguments, if Spark rewrote it. */
  def of(rewritten: Seq[Expression]): Option[PivotedCall] = {
    val wrapped = rewritten.collect {
      case If(asked, argument, other) if other.foldable && other.eval() == null => asked -> argument
    }
    val isPivot = wrapped.size == rewritten.size &&
      wrapped.forall(_._1.semanticEquals(wrapped.head._1))
    if (isPivot) Some(PivotedCall(wrapped.head._1, wrapped.map(_._2))) else None
  }
}
