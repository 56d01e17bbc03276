package dev.finestra.bench;

/**
 * A small fixed kernel, to scale figures of one day or machine to another's: 2^26 steps of a
 * xorshift generator, each adding a word of a table of 1 MiB at an index that the generator's state
 * gives. Half of it is arithmetic in a chain, half loads from the second-level cache, as in the
 * windows. It must never change.
 */
public final class Calibration {
  private static final int STEPS = 1 << 26;
  private static final int TABLE = 1 << 17;

  private Calibration() {}

  public static String description() {
    return "ns a step of 2^26: xorshift64 and a load from a table of 1 MiB at the state's index, in"
        + " a chain";
  }

  public static void measure(int runs, Figures figures) {
    long[] table = new long[TABLE];
    for (int i = 0; i < TABLE; i++) {
      table[i] = i;
    }
    long state = run(table, 1);
    for (int i = 0; i < runs; i++) {
      double begin = Measure.cpu();
      state = run(table, state);
      figures.add("ns_per_step", (Measure.cpu() - begin) * 1e9 / STEPS);
    }
    if (state == 0) {
      throw new IllegalStateException("the calibration kernel came to 0");
    }
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
