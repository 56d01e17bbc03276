package dev.finestra.bench.loop;

/** Evict the oldest, insert one, query. */
public final class SingleLoop extends Rounds {
  @Override
  public void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      window.evict(now - past);
      insert(now);
      query();
      now++;
    }
  }

  @Override
  public long items() {
    return 1;
  }
}
