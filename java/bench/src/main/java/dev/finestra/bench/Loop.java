package dev.finestra.bench;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;

/** A running workload. Implementations are in copies of {@code dev.finestra.bench.loop}. */
public interface Loop {
  /** Creates the window and fills it. */
  void fill(Aggregation<?> aggregation, Point point);

  /** Runs rounds. */
  void run(int rounds);

  /** The number of items that a round inserts. */
  long items();

  /** Runs rounds and times each operation. */
  default void run(int rounds, Latencies latencies) {
    throw new UnsupportedOperationException("this workload cannot time single operations");
  }

  /** The window. */
  SlidingWindow<?> window();

  /** A digest of the query results, so that the JIT keeps all queries. */
  double sink();
}
