package dev.finestra.spark.internal.stream;

import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.KeyValueGroupedDataset;
import scala.collection.immutable.Seq;

/** A constructor that Spark makes private to its own Scala packages. */
final class GroupedDatasets {
  private GroupedDatasets() {}

  /** A DataFrame grouped by the key columns; its groups contain the value columns. */
  static <K, V> KeyValueGroupedDataset<K, V> grouped(
      Dataset<?> df,
      Encoder<K> key,
      Seq<Attribute> keyColumns,
      Encoder<V> value,
      Seq<Attribute> valueColumns) {
    return new KeyValueGroupedDataset<>(key, value, df.queryExecution(), valueColumns, keyColumns);
  }
}
