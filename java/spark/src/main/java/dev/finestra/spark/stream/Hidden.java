package dev.finestra.spark.stream;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.classic.KeyValueGroupedDataset;
import scala.collection.immutable.Seq;

/**
 * What Spark has in its jar and keeps for its own Scala: expressions as columns, and groups whose
 * values are a part of the columns only. In Java, which sees it.
 */
final class Hidden {
  private Hidden() {}

  static Column column(Expression expression) {
    return ExpressionUtils.column(expression);
  }

  static Expression expression(Column column) {
    return ExpressionUtils.expression(column);
  }

  /** Groups by columns of a DataFrame; the values of a group are other columns of it. */
  static <K, V> KeyValueGroupedDataset<K, V> grouped(
      Dataset<?> df,
      Encoder<K> key,
      Seq<Attribute> keyColumns,
      Encoder<V> value,
      Seq<Attribute> valueColumns) {
    return new KeyValueGroupedDataset<>(key, value, df.queryExecution(), valueColumns, keyColumns);
  }
}
