package dev.finestra.spark.internal

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.physical.{AllTuples, Distribution}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.window.WindowExec

/** The required distribution of an operator that needs all rows of a key in one partition. It is
  * taken from Spark's own window operator, because the classes differ between Spark's versions.
  */
private[spark] object KeyClustering {
  def by(keys: Seq[Expression], child: SparkPlan): Seq[Distribution] =
    if (keys.isEmpty) Seq(AllTuples)
    else WindowExec(Nil, keys, Nil, child).requiredChildDistribution
}
