package dev.finestra.bench.loop;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Point;

/** Two windows with a tree each: n entries, and the newest m of them. */
public final class TwinsLoop extends Rounds {
  private final Rounds small = new SingleLoop();
  private SlidingWindow<?> twin;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    super.fill(aggregation, point);
    small.fill(aggregation, point.smaller(point.aggregation(), point.m(), 1));
    twin = small.window;
  }

  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      window.evict(now - past);
      insert(now);
      now++;
      query();
      twin.evict(small.now - small.past);
      insert(twin, small.now);
      small.now++;
      sink += ((Number) twin.query()).doubleValue();
    }
  }
}
