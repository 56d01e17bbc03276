package dev.finestra.spark

import java.util.{Collections, WeakHashMap}

import scala.util.Properties

import dev.finestra.spark.internal.{SparkShims, VersionCheck}
import dev.finestra.spark.internal.functions.SqlFunctions
import dev.finestra.spark.internal.group.BufferedAggregateStrategy
import dev.finestra.spark.internal.over.OverStrategy
import dev.finestra.spark.internal.over.pieces.SplitLargePartitions
import dev.finestra.spark.internal.query.ResolveSliding
import dev.finestra.spark.internal.slide.{
  PlaceWindows,
  PushFilters,
  RecognizeSlidingGroupBy,
  SlideStrategy,
  SlidesFunctionStrategy
}
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}

/** Switches Finestra on in a session. Set `spark.sql.extensions` to this class, or put the jar on
  * the class path, whose service file names it; with both, Finestra is still applied once.
  */
final class FinestraExtensions extends SparkSessionExtensionsProvider {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    VersionCheck.check(SPARK_VERSION, Properties.versionNumberString)
    if (FinestraExtensions.applied.add(extensions)) {
      inject(extensions)
    }
  }

  /** Apart from the check, because it needs classes that other versions do not have. */
  private def inject(extensions: SparkSessionExtensions): Unit = {
    SqlFunctions.all.foreach(extensions.injectFunction)
    extensions.injectPlannerStrategy(_ => new OverStrategy)
    extensions.injectQueryStageOptimizerRule(_ => SplitLargePartitions)
    extensions.injectFunction(PlaceWindows.function)
    extensions.injectResolutionRule(_ => PlaceWindows)
    extensions.injectPlanNormalizationRule(_ => RecognizeSlidingGroupBy)
    extensions.injectOptimizerRule(_ => PushFilters)
    extensions.injectPlannerStrategy(_ => new SlideStrategy)
    extensions.injectPlannerStrategy(_ => new SlidesFunctionStrategy)
    extensions.injectPlannerStrategy(_ => new BufferedAggregateStrategy) // takes what is left
    extensions.injectResolutionRule(new ResolveSliding(_, FinestraSpark.sliding(_, _)))
    SparkShims.inject(extensions)
  }
}

private object FinestraExtensions {
  private val applied = Collections.synchronizedSet(
    Collections.newSetFromMap(new WeakHashMap[SparkSessionExtensions, java.lang.Boolean])
  )
}
