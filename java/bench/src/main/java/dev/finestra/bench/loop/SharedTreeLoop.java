package dev.finestra.bench.loop;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Point;

/** Two windows on one tree; the smaller one, the newest m entries, is a range query. */
public final class SharedTreeLoop extends Rounds {
  private long young;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    young = Math.max(0, point.m() - point.d());
    super.fill(aggregation, point);
  }

  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      window.evict(now - past);
      insert(now);
      now++;
      query();
      sink += ((Number) window.query(now - young, Long.MAX_VALUE)).doubleValue();
    }
  }
}
