package dev.finestra.bench.loop;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.bench.Latencies;
import dev.finestra.bench.Point;
import dev.finestra.bench.Workload;

/** Evict m in bulk, insert m in bulk, query. */
public final class BulkLoop extends Rounds {
  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    if (point.workload() != Workload.SPACE) {
      super.fill(aggregation, point);
      return;
    }
    prepare(aggregation, point);
    for (int count; now < past; now += count) {
      count = (int) Math.min(m, past - now);
      if (m == 1) {
        insert(now);
      } else {
        bulkInsert(now, count);
      }
    }
  }

  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      window.bulkEvict(now - past + m - 1);
      bulkInsert(now, m);
      query();
      now += m;
    }
  }

  @Override
  public void run(int rounds, Latencies latencies) {
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      window.bulkEvict(now - past + m - 1);
      long evicted = System.nanoTime();
      bulkInsert(now, m);
      long inserted = System.nanoTime();
      query();
      latencies.note(start, evicted, inserted, System.nanoTime());
      now += m;
    }
  }

  @Override
  public long items() {
    return m;
  }
}
