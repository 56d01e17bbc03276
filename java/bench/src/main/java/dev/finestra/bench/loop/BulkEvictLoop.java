package dev.finestra.bench.loop;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Point;

/** Evict m in bulk, insert m one by one, query. */
public final class BulkEvictLoop extends Rounds {
  private int m;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    m = point.m();
    super.fill(aggregation, point);
  }

  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      window.bulkEvict(now - past + m - 1);
      for (int k = 0; k < m; k++) {
        insert(now + k);
      }
      query();
      now += m;
    }
  }

  @Override
  public long items() {
    return m;
  }
}
