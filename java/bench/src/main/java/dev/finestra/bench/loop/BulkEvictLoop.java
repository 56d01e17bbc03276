package dev.finestra.bench.loop;

/** Evict m in bulk, insert m one by one, query. */
public final class BulkEvictLoop extends Rounds {
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
