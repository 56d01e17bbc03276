package dev.finestra.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * JMH: one round of a workload; {@code -p workload=SINGLE} evicts and inserts single entries. With
 * {@code -prof gc}, {@code gc.alloc.rate.norm} is the allocation per round.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class RoundBench {
  @Param("BULK")
  public Workload workload;

  @Param({"b_fiba4", "nb_fiba4", "btree4", "amta", "two_stacks_lite", "daba_lite"})
  public String algorithm;

  @Param({"sum_wrapping", "geomean", "bloom_bits(4096)"})
  public String aggregation;

  @Param({"1", "1024"})
  public int m;

  @Param("0")
  public long d;

  @Param("65536")
  public int n;

  private Loop loop;

  @Setup(Level.Trial)
  public void fill() {
    loop = new Copies(false).loop(workload);
    loop.fill(
        Monoids.of(aggregation),
        new Point(workload, algorithm, aggregation, n, m, d, Company.ALONE));
  }

  @Benchmark
  public double round() {
    loop.run(1);
    return loop.sink();
  }
}
