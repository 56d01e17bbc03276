package dev.finestra.bench;

import com.sun.management.ThreadMXBean;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures one point in this JVM.
 *
 * <p>Throughput is items over thread CPU time, so that other work on the machine costs little of
 * it, and the JIT's and the collector's own threads nothing. Warm-up turns the whole window over,
 * so that its layout is the one that the rounds make; runs end on whole turns, because some
 * algorithms do much of their work once a turn.
 */
final class Measure {
  /** Items between two looks at the clock. */
  private static final int BATCH = 1 << 15;

  /** A run, or the warm-up, that cannot reach a whole turn ends at so many times its seconds. */
  private static final int LONGEST = 6;

  /**
   * The JIT is at rest when it has compiled for at most so many milliseconds in a slice of warming
   * up.
   */
  private static final long QUIET_MS = 2;

  private static final double SLICE = 0.3;

  private static final CompilationMXBean JIT = ManagementFactory.getCompilationMXBean();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Point point;
  private final Settings settings;
  private final Figures figures = new Figures();

  Measure(Point point, Settings settings) {
    this.point = point;
    this.settings = settings;
  }

  Figures run() {
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

  /** How many items turn the window over; where times are given, any number will do. */
  private long turn() {
    return point.workload() == Workload.TIMED || point.workload() == Workload.TIMED_LATENCY
        ? 1
        : point.n();
  }

  /** Uses ten other aggregations as a program might have before. */
  private void keepCompany(Copies copies) {
    List<Loop> others = new ArrayList<>();
    for (String name : Monoids.OTHERS) {
      if (others.size() < 10
          && !name.equals(point.aggregation())
          && Monoids.missing(name) == null) {
        Loop loop = copies.loop(point.workload());
        long n = Math.min(point.n(), 4096);
        int m = (int) Math.min(point.m(), n);
        loop.fill(
            Monoids.of(name),
            new Point(
                point.workload(),
                point.algorithm(),
                name,
                n,
                m,
                Math.min(point.d(), n),
                point.company()));
        others.add(loop);
      }
    }
    if (others.size() < 10) {
      throw new IllegalArgumentException(
          "there are only " + others.size() + " other aggregations here, not ten");
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

  /**
   * Goes on until the JIT has nothing more to compile, which takes long where ten aggregations have
   * gone before.
   */
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
    latencies.report(new Figures());
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
      throw new IllegalStateException("the queries of " + point + " answered NaN");
    }
  }

  /** Heap in use after a collection of everything. */
  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  static double cpu() {
    return THREADS.getCurrentThreadCpuTime() * 1e-9;
  }

  /** What {@link #allocated} itself allocates between two calls, and the clock beside it. */
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
