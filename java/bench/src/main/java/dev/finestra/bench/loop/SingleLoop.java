package dev.finestra.bench.loop;

import dev.finestra.SlidingWindow;

/**
 * Evict the oldest, insert one, query.
 *
 * <p>What stays the same is held in local variables, as native code holds it in registers: past a
 * fence, fields would be read again, which costs as much as some of the algorithms.
 */
public final class SingleLoop extends Rounds {
  @Override
  public void run(int rounds) {
    if (ofDoubles) {
      runDoubles(rounds);
    } else {
      runLongs(rounds);
    }
  }

  private void runLongs(int rounds) {
    SlidingWindow<?> window = this.window;
    long[] values = longs;
    for (int i = 0; i < rounds; i++) {
      window.evict(now - past);
      fence();
      window.insert(now, values[(int) now & (values.length - 1)]);
      now++;
      sink += window.queryLong();
    }
  }

  private void runDoubles(int rounds) {
    SlidingWindow<?> window = this.window;
    double[] values = doubles;
    for (int i = 0; i < rounds; i++) {
      window.evict(now - past);
      fence();
      window.insert(now, values[(int) now & (values.length - 1)]);
      now++;
      sink += window.queryDouble();
    }
  }

  @Override
  public long items() {
    return 1;
  }
}
