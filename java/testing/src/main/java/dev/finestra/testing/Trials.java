package dev.finestra.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a random test on many seeds, two threads at a time, and prints how many it ran.
 *
 * <p>Seeds are fresh in each run. The first trial that fails ends the test and prints the command
 * that replays it, {@code make replay T=Class#method SEED=…}. A trial that runs longer than {@value
 * #PATIENCE_SECONDS} s counts as failed.
 *
 * <p>Seeds that failed once are kept in the resource {@code seeds.txt}, one line each: {@code
 * Class#method seed # reason}. They run before the fresh ones.
 *
 * <p>The {@link Tier} says how many trials a test runs, and after which time it starts no more.
 * {@code -Dfinestra.seed=…} runs one seed alone; {@code -Dfinestra.base=1} uses the same seeds in
 * each run.
 */
public final class Trials {
  private static final int PATIENCE_SECONDS = 300;
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  /** The test's name, as {@code make replay} expects it. */
  private final String test;

  private final Trial trial;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLongArray running = new AtomicLongArray(THREADS);
  private final AtomicLongArray since = new AtomicLongArray(THREADS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile long failed;

  /** One trial, which throws if it fails. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Runs the trial of a seed.
     *
     * @param only whether this seed was given by the user or kept; the test then tries all variants
     */
    void run(long seed, boolean only) throws Exception;
  }

  private Trials(String test, Trial trial) {
    this.test = test;
    this.trial = trial;
  }

  /** Whether this is the long run. */
  public static boolean isLong() {
    return Tier.current() == Tier.LONG;
  }

  /** The number of trials in this run, given the push's and the long run's. */
  public static long count(long push, long longRun) {
    return Tier.trials(push, longRun);
  }

  /**
   * Runs the calling test's trials.
   *
   * @param push the number of trials in a push
   * @param longRun the number of trials in the long run
   * @param what the subject of the trials in the plural, such as "histories", for the printed line
   */
  public static void run(long push, long longRun, String what, Trial trial) {
    Trials trials = new Trials(TestName.simple(TestName.ofCaller()), trial);
    Long only = Long.getLong("finestra.seed");
    if (only != null) {
      trials.only(only);
      report(1, what + " (seed " + only + ")", System.nanoTime());
      return;
    }
    long start = System.nanoTime();
    List<Long> kept = trials.kept();
    long count = count(push, longRun);
    long base = Long.getLong("finestra.base", mix(System.nanoTime()));
    trials.all(kept, count, base);
    long done = trials.done.get();
    boolean isCut = done < count + kept.size();
    report(done, isCut ? "of %,d %s in the time limit".formatted(count, what) : what, start);
  }

  /** Runs a test once, with a fresh seed or the given one. */
  public static void once(Trial trial) {
    new Trials(TestName.simple(TestName.ofCaller()), trial)
        .only(Long.getLong("finestra.seed", mix(System.nanoTime())));
  }

  /** Prints the number of trials of a test, a figure for docs/reliability.md. */
  public static void report(long count, String what, long startNanos) {
    System.out.printf(
        "finestra: %s: %,d %s in %.1f s%n",
        TestName.simple(TestName.ofCaller()), count, what, (System.nanoTime() - startNanos) / 1e9);
  }

  private void only(long seed) {
    try {
      trial.run(seed, true);
    } catch (Throwable thrown) {
      throw failed(seed, thrown);
    }
  }

  private AssertionError failed(long seed, Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String why = cause == thrown ? "" : ", caused by " + cause;
    return new AssertionError(replay(test, seed) + ": " + thrown.getMessage() + why, thrown);
  }

  /** The line that runs a test again with a seed; a long test's figures may differ. */
  static String replay(String test, long seed) {
    String tier =
        Tier.current() == Tier.PUSH
            ? ""
            : " TIER=" + Tier.current().name().toLowerCase(Locale.ROOT);
    String name = System.getProperty("finestra.module");
    String module = name == null ? "" : " MODULE=" + name;
    return "replay with: make replay T=" + test + " SEED=" + seed + tier + module;
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
    long start = System.nanoTime();
    while (failure.get() == null) {
      long i = next.getAndIncrement();
      // The kept seeds and one fresh one always run.
      boolean isOver = i > kept.size() && Tier.current().isOver(System.nanoTime() - start);
      if (isOver || i >= kept.size() + count) {
        break;
      }
      long seed = i < kept.size() ? kept.get((int) i) : mix(base + i);
      running.set(thread, seed);
      since.set(thread, System.nanoTime());
      try {
        trial.run(seed, i < kept.size());
        done.incrementAndGet();
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
                new AssertionError("the trial has not ended after " + PATIENCE_SECONDS + " s");
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

  /** Spreads neighbouring numbers over all longs (the finisher of SplitMix64). */
  public static long mix(long z) {
    long y = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long x = (y ^ (y >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }
}
