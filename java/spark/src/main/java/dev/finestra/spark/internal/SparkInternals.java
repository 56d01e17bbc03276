package dev.finestra.spark.internal;

import org.apache.spark.TaskContext;
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

  /** The key by which Spark groups: 0.0 equals -0.0, and all NaNs are equal. */
  public static Expression normalized(Expression key) {
    return NormalizeFloatingNumbers$.MODULE$.normalize(key);
  }

  /** A DataFrame that runs this plan. */
  public static Dataset<Row> dataFrame(SparkSession session, LogicalPlan plan) {
    return Dataset.ofRows(session, plan);
  }

  /** The bytes of a page of memory in the current task. */
  public static long pageSize() {
    return TaskContext.get().taskMemoryManager().pageSizeBytes();
  }

  public static Column column(Expression expression) {
    return ExpressionUtils.column(expression);
  }

  public static Expression expression(Column column) {
    return ExpressionUtils.expression(column);
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
