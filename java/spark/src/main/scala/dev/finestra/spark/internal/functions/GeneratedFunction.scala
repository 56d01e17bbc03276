package dev.finestra.spark.internal.functions

import dev.finestra.internal.name.Name
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.internal.types.ResultConversion
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.types.{DataType, StructType}

/** Functions for which Spark generates code, with the answers of an aggregation: [[EqualFunction]]
  * or [[ExactSum]].
  */
private[functions] object GeneratedFunction {

  /** The function, if there is one whose results have this type. */
  def of(
      aggregation: String,
      values: Seq[Expression],
      result: DataType
  ): Option[AggregateFunction] =
    EqualFunction
      .of(aggregation, values)
      .orElse(ExactSum.of(aggregation, values))
      .filter(_.dataType == result)

  /** The result of a window, computed from functions of its values: a struct for a tuple. If all
    * values are null, the result is that of an empty window. None if the value is a struct: its
    * fields are several columns, which this does not divide among the members of a tuple.
    */
  def resultOfWindow(aggregation: String, value: Expression): Option[Expression] =
    if (value.dataType.isInstanceOf[StructType]) None else resultOfColumn(aggregation, value)

  private def resultOfColumn(aggregation: String, value: Expression): Option[Expression] = {
    val choice = CallArguments.aggregation(aggregation, Seq(value))
    (Name.parse(aggregation), choice.result) match {
      case (tuple, ResultConversion.Fields(fields)) if tuple.base == "tuple" =>
        val members = tuple.parameters.asScala.toSeq.zip(fields).map { case (member, (name, as)) =>
          resultOfColumn(s"$member", value)
            .filter(result => DataTypeUtils.sameType(result.dataType, as.spark))
            .map(name -> _)
        }
        if (members.forall(_.isDefined))
          Some(CreateNamedStruct(members.flatten.flatMap { case (name, result) =>
            Seq(Literal(name), result)
          }))
        else None
      case _ =>
        of(aggregation, Seq(value), choice.result.spark).map { function =>
          val ofNothing = choice.result.toSpark(choice.aggregation.empty)
          val result = function.toAggregateExpression()
          if (ofNothing == null) result
          else Coalesce(Seq(result, Literal.create(ofNothing, choice.result.spark)))
        }
    }
  }
}
