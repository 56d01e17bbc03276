package dev.finestra.spark.internal.functions

import dev.finestra.Version
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.expressions.{Expression, ExpressionInfo, Literal}

/** The functions that Finestra adds to a session, callable by name in SQL, `expr` and
  * `call_function`.
  */
private[spark] object SqlFunctions {
  type Description = (FunctionIdentifier, ExpressionInfo, Seq[Expression] => Expression)

  val all: Seq[Description] = Seq(
    function(
      "finestra_version",
      "",
      "The version of Finestra in this session.",
      s"SELECT _FUNC_();\n       ${Version.text()}",
      0 to 0
    )(_ => Literal(Version.text())),
    function(
      GroupAggregate.Name,
      "aggregation [, value ...]",
      "The aggregate of a group's values, by any aggregation of Finestra's catalog.",
      "SELECT _FUNC_('max', x) FROM VALUES (1), (3), (2) AS t(x);\n       3",
      1 to 65
    )(GroupAggregate(_))
  ) ++ FinestraFunction.all.map { kind =>
    function(kind.name, kind.arguments, kind.meaning, kind.example, kind.arity)(
      WindowAggregate(kind, _)
    )
  }

  /** @param example
    *   a query and its result, as `DESCRIBE FUNCTION EXTENDED` shows them
    */
  private def function(
      name: String,
      arguments: String,
      meaning: String,
      example: String,
      arity: Range
  )(build: Seq[Expression] => Expression): Description = {
    val info = new ExpressionInfo(
      getClass.getName.stripSuffix("$"),
      null,
      name,
      s"_FUNC_($arguments) - $meaning",
      "",
      s"\n    Examples:\n      > $example\n  ",
      "",
      "",
      "",
      "",
      "scala_udf"
    )
    val checked = (actual: Seq[Expression]) => {
      checkArity(name, arity, actual.size)
      build(actual)
    }
    (FunctionIdentifier(name), info, checked)
  }

  /** Rejects a wrong number of arguments with the error of Spark's own functions. */
  def checkArity(name: String, arity: Range, actual: Int): Unit =
    if (!arity.contains(actual)) {
      val fits = if (arity.size == 1) s"${arity.head}" else s"${arity.head} to ${arity.last}"
      throw new AnalysisException(
        "WRONG_NUM_ARGS.WITHOUT_SUGGESTION",
        Map(
          "functionName" -> s"`$name`",
          "expectedNum" -> fits,
          "actualNum" -> s"$actual",
          "docroot" -> "https://spark.apache.org/docs/latest"
        )
      )
    }
}
