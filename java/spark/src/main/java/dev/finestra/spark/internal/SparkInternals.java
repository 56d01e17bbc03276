package dev.finestra.spark.internal;

import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.optimizer.NormalizeFloatingNumbers$;

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

  /** The bytes of a page of memory in the current task. */
  public static long pageSize() {
    return TaskContext.get().taskMemoryManager().pageSizeBytes();
  }
}
