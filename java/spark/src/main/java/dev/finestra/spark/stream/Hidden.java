package dev.finestra.spark.stream;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.optimizer.NormalizeFloatingNumbers$;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.classic.KeyValueGroupedDataset;
import scala.collection.immutable.Seq;

/**
 * What Spark has in its jar and keeps for its own Scala: expressions as columns, groups whose
 * values are a part of the columns only, keys as groups have them. In Java, which sees it.
 */
public final class Hidden {
  private Hidden() {}

  /** Where there are floating point numbers in a key, zeros and NaNs of one value are one. */
  public static Expression normalized(Expression key) {
    return NormalizeFloatingNumbers$.MODULE$.normalize(key);
  }

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
