package dev.finestra.bench.spark;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /**
   * CPU time of this JVM's threads, except, on Linux, those of its compiler. A session compiles for
   * minutes, and a query that runs for a second would otherwise measure mostly that.
   */
  public static long cpuNanos() throws IOException {
    long all =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    return all - compilerNanos();
  }

  private static long compilerNanos() throws IOException {
    Path threads = Path.of("/proc/self/task");
    long nanos = 0;
    if (Files.isDirectory(threads)) {
      try (DirectoryStream<Path> each = Files.newDirectoryStream(threads)) {
        for (Path thread : each) {
          try {
            if (Files.readString(thread.resolve("comm")).contains("CompilerThre")) {
              String times = Files.readString(thread.resolve("schedstat"));
              nanos += Long.parseLong(times.substring(0, times.indexOf(' ')));
            }
          } catch (IOException ended) {
            continue; // The thread has ended. The sessions keep those of the compiler by an option.
          }
        }
      }
    }
    return nanos;
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
