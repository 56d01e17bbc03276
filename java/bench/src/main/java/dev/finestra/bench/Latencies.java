package dev.finestra.bench;

import dev.finestra.bench.report.RunFigures;
import java.util.Arrays;

/** The duration of each evict, insert and query, or of each round, in ns of the wall clock. */
public final class Latencies {
  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 99.999, 100};

  private final int[] evicts;
  private final int[] inserts;
  private final int[] queries;
  private final int[] rounds;
  private int count;
  private boolean whole;

  Latencies(int most) {
    evicts = new int[most];
    inserts = new int[most];
    queries = new int[most];
    rounds = new int[most];
  }

  /** Records a round by the times at which its operations started and ended. */
  public void note(long start, long evicted, long inserted, long queried) {
    evicts[count] = clamp(evicted - start);
    inserts[count] = clamp(inserted - evicted);
    queries[count] = clamp(queried - inserted);
    count++;
  }

  /** Records a round as a whole. */
  public void note(long start, long end) {
    rounds[count++] = clamp(end - start);
    whole = true;
  }

  private static int clamp(long nanos) {
    return (int) Math.min(nanos, Integer.MAX_VALUE);
  }

  /** Adds the percentiles to the figures, and starts again. */
  void report(RunFigures figures) {
    if (whole) {
      report("round", rounds, figures);
    } else {
      report("evict", evicts, figures);
      report("insert", inserts, figures);
      report("query", queries, figures);
    }
    count = 0;
  }

  private void report(String operation, int[] nanos, RunFigures figures) {
    Arrays.sort(nanos, 0, count);
    for (double p : PERCENTILES) {
      int at = (int) Math.min(count - 1, (long) (p / 100 * count));
      String name = p == 100 ? "max" : "p" + Double.toString(p).replaceAll("\\.0$", "");
      figures.add(operation + "_" + name + "_ns", nanos[at]);
    }
  }
}
