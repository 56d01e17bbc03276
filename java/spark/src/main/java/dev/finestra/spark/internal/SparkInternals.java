package dev.finestra.spark.internal;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.optimizer.NormalizeFloatingNumbers$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.classic.KeyValueGroupedDataset;
import org.apache.spark.sql.classic.SparkSession;
import scala.collection.immutable.Seq;

/**
 * Methods that Spark makes private to its own Scala packages. Java code may call them: Scala's
 * package-private members are public in the class files.
 */
public final class SparkInternals {
  private SparkInternals() {}

  /** A key in which 0.0 and -0.0 are equal, and all NaNs, as Spark groups. */
  public static Expression normalized(Expression key) {
    return NormalizeFloatingNumbers$.MODULE$.normalize(key);
  }

  /** A plan as a DataFrame. */
  public static Dataset<Row> dataFrame(SparkSession session, LogicalPlan plan) {
    return Dataset.ofRows(session, plan);
  }

  public static Column column(Expression expression) {
    return ExpressionUtils.column(expression);
  }

  public static Expression expression(Column column) {
    return ExpressionUtils.expression(column);
  }

  /** A DataFrame grouped by some of its columns; the values of a group are other columns. */
  public static <K, V> KeyValueGroupedDataset<K, V> grouped(
      Dataset<?> df,
      Encoder<K> key,
      Seq<Attribute> keyColumns,
      Encoder<V> value,
      Seq<Attribute> valueColumns) {
    return new KeyValueGroupedDataset<>(key, value, df.queryExecution(), valueColumns, keyColumns);
  }
}
