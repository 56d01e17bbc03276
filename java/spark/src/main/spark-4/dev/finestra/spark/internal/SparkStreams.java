package dev.finestra.spark.internal;

import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.KeyValueGroupedDataset;
import scala.collection.immutable.Seq;

/** As {@link SparkInternals}, for streams. */
public final class SparkStreams {
  private SparkStreams() {}

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
