package dev.finestra.bench.loop;

import dev.finestra.SlidingWindow;
import dev.finestra.bench.Latencies;

/**
 * Evict the oldest, insert one, query.
 *
 * <p>Constants of a run are local variables: after a fence, fields would be read again, which costs
 * as much as some of the algorithms. For the same reason, longs and doubles have a loop each.
 */
public final class SingleLoop extends Rounds {
  @Override
  public void run(int rounds) {
    if (answersObjects) {
      runObjects(rounds);
    } else if (ofDoubles) {
      runDoubles(rounds);
    } else {
      runLongs(rounds);
    }
  }

  @Override
  public void run(int rounds, Latencies latencies) {
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      window.evict(now - past);
      insert(now++);
      query();
      latencies.note(start, System.nanoTime());
    }
  }

  private void runLongs(int rounds) {
    SlidingWindow<?> window = this.window;
    long time = now;
    for (int i = 0; i < rounds; i++) {
      window.evict(time - past);
      fence();
      window.insert(time, value(time));
      time++;
      sink += window.queryLong();
    }
    now = time;
  }

  private void runObjects(int rounds) {
    for (int i = 0; i < rounds; i++) {
      window.evict(now - past);
      insert(now++);
      sink += window.query() == null ? 0 : 1;
    }
  }

  private void runDoubles(int rounds) {
    SlidingWindow<?> window = this.window;
    long time = now;
    for (int i = 0; i < rounds; i++) {
      window.evict(time - past);
      fence();
      window.insert(time, doubleValue(time));
      time++;
      sink += window.queryDouble();
    }
    now = time;
  }
}
