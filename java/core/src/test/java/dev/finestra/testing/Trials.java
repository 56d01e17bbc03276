package dev.finestra.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a random test on many seeds, two threads at a time, and says how many it ran.
 *
 * <p>Seeds are fresh each run. The first trial that fails ends the run with the line that replays
 * it: with {@code -Dfinestra.seed} only that seed is run. Seeds that failed once stand in the
 * resource {@code seeds.txt} ({@code Class#method seed # why}) and run first. A trial that does not
 * come back in {@value #PATIENCE_SECONDS} s counts as failed.
 *
 * <p>{@code -Dfinestra.long=true} takes the long figures; {@code -Dfinestra.trials=0.1} a part of
 * them, for a short look; {@code -Dfinestra.base=1} takes the same seeds on each run.
 */
public final class Trials {
  private static final int PATIENCE_SECONDS = 300;
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final String test;
  private final Trial trial;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLongArray running = new AtomicLongArray(THREADS);
  private final AtomicLongArray since = new AtomicLongArray(THREADS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile long failed;

  /** One trial; it throws when it fails. */
  @FunctionalInterface
  public interface Trial {
    /** Runs the trial of this seed; {@code only} when it is the one seed that was asked for. */
    void run(long seed, boolean only) throws Exception;
  }

  private Trials(String test, Trial trial) {
    this.test = test;
    this.trial = trial;
  }

  /** Whether the long figures are asked for. */
  public static boolean isLong() {
    return Boolean.getBoolean("finestra.long");
  }

  /** How many trials to run of those of a push, or of the long run. */
  public static long count(long push, long longRun) {
    double part = Double.parseDouble(System.getProperty("finestra.trials", "1"));
    return Math.max(1, Math.round((isLong() ? longRun : push) * part));
  }

  /** Runs the calling test's trials. */
  public static void run(long push, long longRun, String what, Trial trial) {
    Trials trials = new Trials(caller(), trial);
    Long only = Long.getLong("finestra.seed");
    if (only != null) {
      trials.only(only);
      report(1, what + " (the one of seed " + only + ")", System.nanoTime());
      return;
    }
    long start = System.nanoTime();
    List<Long> kept = trials.kept();
    long count = count(push, longRun);
    long base = Long.getLong("finestra.base", mix(System.nanoTime()));
    trials.all(kept, count, base);
    report(count + kept.size(), what, start);
  }

  /** Runs a test that draws what it tries from one seed: a fresh one, or the one asked for. */
  public static void once(Trial trial) {
    new Trials(caller(), trial).only(Long.getLong("finestra.seed", mix(System.nanoTime())));
  }

  /** States a figure for docs/reliability.md. */
  public static void report(long count, String what, long startNanos) {
    System.out.printf(
        "finestra: %s: %,d %s in %.1f s%n",
        caller(), count, what, (System.nanoTime() - startNanos) / 1e9);
  }

  private void only(long seed) {
    try {
      trial.run(seed, true);
    } catch (Throwable thrown) {
      throw failed(seed, thrown);
    }
  }

  private AssertionError failed(long seed, Throwable thrown) {
    return new AssertionError(
        thrown.getMessage() + "\nreplay with: make replay T=" + test + " SEED=" + seed, thrown);
  }

  private void all(List<Long> kept, long count, long base) {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int thread = t;
      Thread worker = new Thread(() -> work(thread, kept, count, base), test + "-" + t);
      worker.setDaemon(true);
      worker.start();
      threads.add(worker);
    }
    await(threads);
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw failed(failed, thrown);
    }
  }

  private void work(int thread, List<Long> kept, long count, long base) {
    while (failure.get() == null) {
      long i = next.getAndIncrement();
      if (i >= kept.size() + count) {
        break;
      }
      long seed = i < kept.size() ? kept.get((int) i) : mix(base + i);
      running.set(thread, seed);
      since.set(thread, System.nanoTime());
      try {
        trial.run(seed, i < kept.size());
      } catch (Throwable thrown) {
        if (failure.compareAndSet(null, thrown)) {
          failed = seed;
        }
      }
    }
    since.set(thread, 0);
  }

  private void await(List<Thread> threads) {
    try {
      for (int t = 0; t < threads.size(); t++) {
        while (threads.get(t).isAlive()) {
          threads.get(t).join(1_000);
          long began = since.get(t);
          if (began != 0 && System.nanoTime() - began > PATIENCE_SECONDS * 1_000_000_000L) {
            StackTraceElement[] where = threads.get(t).getStackTrace();
            AssertionError hung =
                new AssertionError("still at it after " + PATIENCE_SECONDS + " s");
            hung.setStackTrace(where);
            failure.set(hung);
            failed = running.get(t);
            return;
          }
        }
      }
    } catch (InterruptedException stop) {
      failure.compareAndSet(null, stop);
      Thread.currentThread().interrupt();
    }
  }

  private List<Long> kept() {
    List<Long> seeds = new ArrayList<>();
    try (InputStream in = Trials.class.getResourceAsStream("/seeds.txt")) {
      if (in == null) {
        return seeds;
      }
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.strip().split("\\s+");
        if (words[0].equals(test)) {
          seeds.add(Long.valueOf(words[1]));
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return seeds;
  }

  /** The test that called, as {@code make replay} takes it. */
  private static String caller() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(
                        f -> f.getClassName().endsWith("Test") && !f.getMethodName().contains("$"))
                    .findFirst()
                    .map(f -> f.getClassName().replaceFirst(".*\\.", "") + "#" + f.getMethodName())
                    .orElse("?"));
  }

  /** Spreads neighbouring numbers over all longs (the finisher of SplitMix64). */
  public static long mix(long z) {
    long y = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long x = (y ^ (y >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }
}
