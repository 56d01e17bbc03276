package dev.finestra.spark.internal.stream;

import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.TransformWithStateExec;
import org.apache.spark.sql.execution.streaming.state.StateStore;
import org.apache.spark.sql.execution.streaming.state.StateStoreCoordinatorRef;

/** Methods that Spark makes private to its own Scala packages, for {@code StreamHost40}. */
final class SparkStreams40 {
  private SparkStreams40() {}

  static StateStoreCoordinatorRef coordinator(SparkSession session) {
    return session.streams().stateStoreCoordinator();
  }

  /** Adds a task's state to the metrics of a stateful operator. */
  static void report(TransformWithStateExec operator, StateStore store) {
    operator.setStoreMetrics(store);
    operator.setOperatorMetrics(1);
  }
}
