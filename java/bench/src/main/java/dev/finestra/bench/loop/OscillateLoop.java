package dev.finestra.bench.loop;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Point;

/**
 * Grow to n + 1 entries, with a query after each insert, then shrink to n / 2. If n is a power of
 * two, an array of that size grows and shrinks in each round.
 */
public final class OscillateLoop extends Rounds {
  private long step;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    prepare(aggregation, point);
    long low = point.n() / 2;
    step = point.n() + 1 - low;
    past = low;
    while (now < low) {
      insert(now++);
    }
  }

  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      for (long k = 0; k < step; k++) {
        insert(now++);
        query();
      }
      for (long time = now - past - step; time < now - past; time++) {
        window.evict(time);
      }
    }
  }

  @Override
  public long items() {
    return step;
  }
}
