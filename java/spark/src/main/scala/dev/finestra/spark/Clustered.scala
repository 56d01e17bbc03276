package dev.finestra.spark

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.physical.{AllTuples, Distribution}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.window.WindowExec

/** What an operator asks of its child where the rows of a key belong into one partition: what
  * Spark's own window asks, since how that is said changes from version to version.
  */
private[spark] object Clustered {
  def by(keys: Seq[Expression], child: SparkPlan): Seq[Distribution] =
    if (keys.isEmpty) Seq(AllTuples)
    else WindowExec(Nil, keys, Nil, child).requiredChildDistribution
}
