package dev.finestra.bench.report;

import java.lang.management.ManagementFactory;

/**
 * A small fixed kernel that makes figures of different days and machines comparable. It does 2^26
 * steps of a xorshift generator; each adds a word of a table of 1 MiB, at an index from the
 * generator's state. Half of it is dependent arithmetic, half loads from the second-level cache, as
 * in the windows. It must never change.
 */
public final class Calibration {
  private static final int STEPS = 1 << 26;
  private static final int TABLE = 1 << 17;

  private Calibration() {}

  public static String description() {
    return "ns per step; a step is xorshift64 and a dependent load from a table of 1 MiB";
  }

  public static void measure(int runs, RunFigures figures) {
    long[] table = new long[TABLE];
    for (int i = 0; i < TABLE; i++) {
      table[i] = i;
    }
    long state = run(table, 1);
    for (int i = 0; i < runs; i++) {
      double begin = cpu();
      state = run(table, state);
      figures.add("ns_per_step", (cpu() - begin) * 1e9 / STEPS);
    }
    if (state == 0) {
      throw new IllegalStateException("the calibration kernel returned 0");
    }
  }

  private static double cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() * 1e-9;
  }

  private static long run(long[] table, long seed) {
    long state = seed;
    for (int i = 0; i < STEPS; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      state += table[(int) state & (TABLE - 1)];
    }
    return state | 1;
  }
}
