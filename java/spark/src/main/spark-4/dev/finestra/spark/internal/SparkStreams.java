package dev.finestra.spark.internal;

import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.KeyValueGroupedDataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.operators.stateful.transformwithstate.TransformWithStateExec;
import org.apache.spark.sql.execution.streaming.state.StateStore;
import org.apache.spark.sql.execution.streaming.state.StateStoreCoordinatorRef;
import scala.collection.immutable.Seq;

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

  /** A DataFrame grouped by the key columns; its groups contain the value columns. */
  public static <K, V> KeyValueGroupedDataset<K, V> grouped(
      Dataset<?> df,
      Encoder<K> key,
      Seq<Attribute> keyColumns,
      Encoder<V> value,
      Seq<Attribute> valueColumns) {
    return new KeyValueGroupedDataset<>(key, value, df.queryExecution(), valueColumns, keyColumns);
  }
}
