package dev.finestra.spark.internal;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.classic.SparkSession;

/** As {@link SparkInternals}, for DataFrames and their columns. */
public final class SparkDatasets {
  private SparkDatasets() {}

  /** A DataFrame that runs this plan. */
  public static Dataset<Row> dataFrame(SparkSession session, LogicalPlan plan) {
    return Dataset.ofRows(session, plan);
  }

  public static Column column(Expression expression) {
    return ExpressionUtils.column(expression);
  }

  public static Expression expression(Column column) {
    return ExpressionUtils.expression(column);
  }
}
