package dev.finestra.spark.internal;

import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.operators.stateful.transformwithstate.TransformWithStateExec;
import org.apache.spark.sql.execution.streaming.state.StateStore;
import org.apache.spark.sql.execution.streaming.state.StateStoreCoordinatorRef;

/** As {@link SparkInternals}, for streams. */
public final class SparkStreams {
  private SparkStreams() {}

  public static StateStoreCoordinatorRef coordinator(SparkSession session) {
    return session.streams().stateStoreCoordinator();
  }

  /** Adds a task's state to the metrics of a stateful operator. */
  public static void report(TransformWithStateExec operator, StateStore store) {
    operator.setStoreMetrics(store, true);
    operator.setOperatorMetrics(1);
  }
}
