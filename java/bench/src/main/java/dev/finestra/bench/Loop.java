package dev.finestra.bench;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;

/** A workload at work; its implementations live in copies of {@code dev.finestra.bench.loop}. */
public interface Loop {
  /** Makes the window and fills it. */
  void fill(Aggregation<?> aggregation, Point point);

  /** Runs rounds. */
  void run(int rounds);

  /** How many items a round inserts. */
  long items();

  /** Runs rounds, each operation timed by itself. */
  default void run(int rounds, Latencies latencies) {
    throw new UnsupportedOperationException("this workload is not timed an operation at a time");
  }

  /** The window at work. */
  SlidingWindow<?> window();

  /** What the queries answered, so that none is optimised away. */
  double sink();
}
