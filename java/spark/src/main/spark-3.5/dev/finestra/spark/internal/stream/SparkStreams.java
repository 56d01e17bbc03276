package dev.finestra.spark.internal.stream;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.FlatMapGroupsWithStateExec;
import org.apache.spark.sql.execution.streaming.state.StateStore;
import org.apache.spark.sql.execution.streaming.state.StateStoreCoordinatorRef;

/** Methods that Spark makes private to its own Scala packages, for {@code StreamHost}. */
final class SparkStreams {
  private SparkStreams() {}

  static StateStoreCoordinatorRef coordinator(SparkSession session) {
    return session.streams().stateStoreCoordinator();
  }

  /** Adds a task's state to the metrics of a stateful operator. */
  static void report(FlatMapGroupsWithStateExec operator, StateStore store) {
    operator.setStoreMetrics(store);
    operator.setOperatorMetrics(1);
  }
}
