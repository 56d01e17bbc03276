package dev.finestra.bench.spark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.functions;

/** A sum, written as a user would; the benchmark compiles this file against Spark's jars. */
public final class SumAggregator extends Aggregator<Double, Double, Double> {
  private static final long serialVersionUID = 1L;

  public static void register(SparkSession spark) {
    spark.udf().register("user_sum", functions.udaf(new SumAggregator(), Encoders.DOUBLE()));
  }

  /** CPU time of all threads of this JVM; py4j cannot call the bean itself. */
  public static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  @Override
  public Double zero() {
    return 0.0;
  }

  @Override
  public Double reduce(Double sum, Double value) {
    return value == null ? sum : sum + value;
  }

  @Override
  public Double merge(Double a, Double b) {
    return a + b;
  }

  @Override
  public Double finish(Double sum) {
    return sum;
  }

  @Override
  public Encoder<Double> bufferEncoder() {
    return Encoders.DOUBLE();
  }

  @Override
  public Encoder<Double> outputEncoder() {
    return Encoders.DOUBLE();
  }
}
