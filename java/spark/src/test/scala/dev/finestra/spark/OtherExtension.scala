package dev.finestra.spark

import java.util.concurrent.atomic.AtomicLong

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/** An extension of another vendor. It has the same hooks as Finestra's, and changes nothing. */
final class OtherExtension extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    extensions.injectPlannerStrategy(_ => OtherExtension.Strategy)
    extensions.injectOptimizerRule(_ => OtherExtension.Unchanged)
    extensions.injectPlanNormalizationRule(_ => OtherExtension.Unchanged)
    extensions.injectResolutionRule(_ => OtherExtension.Unchanged)
    extensions.injectQueryStagePrepRule(_ => OtherExtension.UnchangedPlan)
  }
}

object OtherExtension {

  /** How often Spark called it. */
  val asked = new AtomicLong

  private object Unchanged extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = {
      asked.incrementAndGet()
      plan
    }
  }

  private object UnchangedPlan extends Rule[SparkPlan] {
    override def apply(plan: SparkPlan): SparkPlan = plan
  }

  private object Strategy extends SparkStrategy {
    override def apply(plan: LogicalPlan): Seq[SparkPlan] = {
      asked.incrementAndGet()
      Nil
    }
  }
}
