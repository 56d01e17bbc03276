package dev.finestra.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, If}

/** A call that Spark made for one value of a pivot: it asks the same of each row before each
  * argument, constants too, and gives null to the rows of other values.
  */
private[spark] final class Pivoted(asked: Expression, val arguments: Seq[Expression]) {
  def takes(row: InternalRow): Boolean = asked.eval(row) == true
}

private object Pivoted {
  def of(children: Seq[Expression]): Option[Pivoted] = {
    val conditional = children.collect {
      case If(asked, argument, otherwise) if otherwise.foldable && otherwise.eval() == null =>
        (asked, argument)
    }
    val isPivot = conditional.size == children.size &&
      conditional.forall(_._1.semanticEquals(conditional.head._1))
    Option.when(isPivot)(new Pivoted(conditional.head._1, conditional.map(_._2)))
  }
}
