package dev.finestra.spark.internal

import org.apache.spark.sql.catalyst.expressions._

/** The grouping expressions of an aggregation. */
private[spark] object GroupKeys {

  /** Like Spark's planner, makes one key of 0.0 and -0.0, and one key of all NaNs. */
  def normalized(key: NamedExpression): NamedExpression = {
    val normal = SparkInternals.normalized(plain(key))
    if (normal eq plain(key)) key else Alias(normal, key.name)(exprId = key.exprId)
  }

  /** Whether keys can be sorted and are equal if their bytes are. Spark alone merges sessions. */
  def isSortedByBytes(key: NamedExpression): Boolean =
    RowOrdering.isOrderable(key.dataType) && SparkShims.isBinaryStable(key.dataType) &&
      !key.metadata.contains(SessionWindow.marker)

  /** The expression without its name. */
  def plain(key: Expression): Expression = key match {
    case Alias(e, _) => e
    case e           => e
  }
}
