package dev.finestra.bench.loop;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Point;

/** Insert n, with a query after each, then evict them one by one. */
public final class DynamicLoop extends Rounds {
  private long n;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    n = point.n();
    prepare(aggregation, point);
  }

  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      fillUp();
      drain();
    }
  }

  private void fillUp() {
    for (long k = 0; k < n; k++) {
      insert(now++);
      query();
    }
  }

  private void drain() {
    for (long time = now - n; time < now; time++) {
      window.evict(time);
    }
  }

  @Override
  public long items() {
    return n;
  }
}
