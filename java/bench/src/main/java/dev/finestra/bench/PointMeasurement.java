package dev.finestra.bench;

import com.sun.management.ThreadMXBean;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.report.Calibration;
import dev.finestra.bench.report.RunFigures;
import dev.finestra.bench.store.Stores;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures one point in this JVM.
 *
 * <p>Throughput is items per CPU time of the thread, so that other work on the machine and the
 * threads of the JIT and the garbage collector change it little. The warm-up replaces every entry
 * of the window once (a turn), so that its layout is the one that the rounds produce. A run ends
 * after a whole turn, because some algorithms do much of their work once per turn.
 */
final class PointMeasurement {
  /** Items between two readings of the clock. */
  private static final int BATCH = 1 << 15;

  /** A run or warm-up without a whole turn ends after this multiple of its seconds. */
  private static final int LONGEST = 6;

  /** The JIT is idle if it compiled for at most this many milliseconds during a slice. */
  private static final long QUIET_MS = 2;

  private static final double SLICE = 0.3;

  private static final CompilationMXBean JIT = ManagementFactory.getCompilationMXBean();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Point point;
  private final RunSettings settings;
  private final RunFigures figures = new RunFigures();

  PointMeasurement(Point point, RunSettings settings) {
    this.point = point;
    this.settings = settings;
  }

  RunFigures run() {
    switch (point.workload()) {
      case CALIBRATION -> Calibration.measure(settings.runs(), figures);
      case SPACE, SPACE_SCATTERED -> space();
      case STORE -> Stores.measure(point, figures);
      case LATENCY, SINGLE_LATENCY, TIMED_LATENCY -> latency(warmed());
      default -> throughput(warmed());
    }
    return figures;
  }

  private Loop warmed() {
    Copies copies = new Copies(point.company() == Company.TEN_ON_ONE_COPY);
    if (point.company() != Company.ALONE) {
      keepCompany(copies);
    }
    Loop loop = copies.loop(point.workload());
    loop.fill(Monoids.of(point.aggregation()), point);
    warm(loop, settings.warm(), turn());
    settle(loop, LONGEST * settings.warm());
    return loop;
  }

  /** The items of a turn; with given times, any number is a turn. */
  private long turn() {
    return point.workload() == Workload.TIMED || point.workload() == Workload.TIMED_LATENCY
        ? 1
        : point.n();
  }

  /** Runs ten other aggregations, as a program may have done before. */
  private void keepCompany(Copies copies) {
    List<Loop> others = new ArrayList<>();
    for (String name : Monoids.OTHERS) {
      if (others.size() < 10
          && !name.equals(point.aggregation())
          && Monoids.missing(name) == null) {
        Loop loop = copies.loop(point.workload());
        loop.fill(Monoids.of(name), point.smaller(name, Math.min(point.n(), 4096), point.m()));
        others.add(loop);
      }
    }
    if (others.size() < 10) {
      throw new IllegalArgumentException(
          "only " + others.size() + " other aggregations exist here; ten are needed");
    }
    for (int turn = 0; turn < 3; turn++) {
      others.forEach(loop -> warm(loop, settings.warm() / 10, 0));
    }
  }

  private static void warm(Loop loop, double seconds, long items) {
    int batch = (int) Math.max(1, BATCH / loop.items());
    double begin = cpu();
    long done = 0;
    for (double t = 0; t < seconds || (done < items && t < LONGEST * seconds); t = cpu() - begin) {
      loop.run(batch);
      done += batch * loop.items();
    }
  }

  /** Runs until the JIT is idle; after ten other aggregations that takes long. */
  private static void settle(Loop loop, double longest) {
    double begin = cpu();
    long compiled;
    do {
      compiled = JIT.getTotalCompilationTime();
      warm(loop, SLICE, 0);
    } while (JIT.getTotalCompilationTime() - compiled > QUIET_MS && cpu() - begin < longest);
  }

  private void throughput(Loop loop) {
    int batch = (int) Math.max(1, BATCH / loop.items());
    long step = batch * loop.items();
    for (int run = 0; run < settings.runs(); run++) {
      long allocated = allocated();
      double begin = cpu();
      long items = 0;
      double t;
      do {
        loop.run(batch);
        items += step;
        t = cpu() - begin;
      } while (t < settings.seconds()
          || (items % turn() >= step && t < LONGEST * settings.seconds()));
      allocated = allocated() - allocated - MEASURING;
      figures.add("items_per_s", items / t);
      figures.add("allocated_bytes_per_item", Math.max(0, allocated) / (double) items);
    }
    bytes(loop.window());
    sink(loop);
  }

  private void latency(Loop loop) {
    int m = point.m();
    int rounds =
        (int)
            Math.max(
                settings.seconds() > 1 ? 50 : 10, Math.min(500_000, settings.seconds() * 5e7 / m));
    Latencies latencies = new Latencies(rounds);
    loop.run(Math.min(rounds, 20_000), latencies);
    latencies.report(new RunFigures());
    for (int run = 0; run < settings.runs(); run++) {
      loop.run(rounds, latencies);
      latencies.report(figures);
    }
    sink(loop);
  }

  private void space() {
    Aggregation<?> aggregation = Monoids.of(point.aggregation());
    for (int run = 0; run < settings.runs(); run++) {
      Loop loop = new Copies(false).loop(point.workload());
      long before = used();
      loop.fill(aggregation, point);
      long after = used();
      figures.add("heap_bytes_per_entry", (after - before) / (double) loop.window().size());
      bytes(loop.window());
      sink(loop);
    }
  }

  private void bytes(SlidingWindow<?> window) {
    if (!window.isEmpty()) {
      figures.add("counted_bytes_per_entry", window.bytes() / (double) window.size());
    }
  }

  private void sink(Loop loop) {
    if (Double.isNaN(loop.sink())) {
      throw new IllegalStateException("the queries of " + point + " returned NaN");
    }
  }

  /** Heap in use after a full garbage collection. */
  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  static double cpu() {
    return THREADS.getCurrentThreadCpuTime() * 1e-9;
  }

  /** The bytes that two calls of {@link #allocated} and the clock allocate. */
  private static final long MEASURING = measuring();

  private static long measuring() {
    cpu();
    allocated();
    long before = allocated();
    cpu();
    return allocated() - before;
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
