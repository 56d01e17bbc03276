package dev.finestra.spark

import java.util.{Collections, WeakHashMap}

import dev.finestra.spark.over.Over
import dev.finestra.spark.slide.{PlaceWindows, PushFilters, Recognize, Slide}
import dev.finestra.spark.stream.OutputModes
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}

/** What switches Finestra on in a session: `spark.sql.extensions` names this class, or the jar's
  * file of services does; both together switch it on once.
  */
final class FinestraExtensions extends SparkSessionExtensionsProvider {
  override def apply(extensions: SparkSessionExtensions): Unit =
    if (FinestraExtensions.applied.add(extensions)) {
      Functions.all.foreach(extensions.injectFunction)
      extensions.injectHintResolutionRule(_ => AlgorithmHint)
      extensions.injectPlannerStrategy(_ => new Over)
      extensions.injectFunction(PlaceWindows.function)
      extensions.injectResolutionRule(_ => PlaceWindows)
      extensions.injectPlanNormalizationRule(_ => Recognize)
      extensions.injectOptimizerRule(_ => PushFilters)
      extensions.injectPlannerStrategy(_ => new Slide)
      extensions.injectCheckRule(_ => OutputModes)
    }
}

private object FinestraExtensions {
  private val applied = Collections.synchronizedSet(
    Collections.newSetFromMap(new WeakHashMap[SparkSessionExtensions, java.lang.Boolean])
  )
}
