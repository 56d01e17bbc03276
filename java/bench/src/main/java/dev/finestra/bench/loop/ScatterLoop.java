package dev.finestra.bench.loop;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Point;

/** Fills a window with the times below n, a power of two, in a scattered order; has no rounds. */
public final class ScatterLoop extends Rounds {
  /** Odd, so that its multiples below n are a permutation. */
  private static final long STRIDE = 0x9E3779B97F4A7C15L;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    if (Long.bitCount(point.n()) != 1) {
      throw new IllegalArgumentException(
          "n is " + point.n() + "; the scattered order needs a power of two");
    }
    prepare(aggregation, point);
    for (long i = 0; i < point.n(); i++) {
      insert(i * STRIDE & (point.n() - 1));
    }
  }

  @Override
  public void run(int rounds) {
    throw new UnsupportedOperationException("there are no rounds after a fill");
  }
}
