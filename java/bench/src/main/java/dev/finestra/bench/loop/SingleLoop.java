package dev.finestra.bench.loop;

import dev.finestra.SlidingWindow;

/**
 * Evict the oldest, insert one, query.
 *
 * <p>What stays the same is held in local variables, as native code holds it in registers: past a
 * fence, fields would be read again, which costs as much as some of the algorithms. For the same
 * reason longs and doubles have a loop each, and no round asks which they are.
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
    long time = now;
    for (int i = 0; i < rounds; i++) {
      window.evict(time - past);
      fence();
      window.insert(time, values[(int) time & (values.length - 1)]);
      time++;
      sink += window.queryLong();
    }
    now = time;
  }

  private void runDoubles(int rounds) {
    SlidingWindow<?> window = this.window;
    double[] values = doubles;
    long time = now;
    for (int i = 0; i < rounds; i++) {
      window.evict(time - past);
      fence();
      window.insert(time, values[(int) time & (values.length - 1)]);
      time++;
      sink += window.queryDouble();
    }
    now = time;
  }

  @Override
  public long items() {
    return 1;
  }
}
