package dev.finestra.flink;

import org.apache.flink.types.RowKind;

/**
 * Count windows: rows are numbered as they come, and their numbers are the times of the window.
 *
 * <p>Invariant: 3. the window has exactly those rows that the next result would have were it now,
 * so that results need no range query.
 */
final class CountFiring extends Firing {
  private final CountWindow count;

  CountFiring(Site site, Plan<?> plan, CountWindow count) {
    super(site, plan);
    this.count = count;
  }

  @Override
  boolean row(long time, Object value, long timestamp) throws Exception {
    long number = ++site.notes().count;
    site.window().insert(number, value);
    if (emit == Emit.ON_EVENT) {
      check(Math.max(1, number - count.size() + 1));
    }
    if (number % count.slide() == 0 || emit == Emit.ON_EVENT) {
      long first = Math.max(1, number - count.size() + 1);
      site.emit(first, number, site.window().query(), RowKind.INSERT, timestamp);
    }
    long next = emit == Emit.ON_EVENT ? number + 1 : (number / count.slide() + 1) * count.slide();
    evictBefore(next - count.size() + 1);
    return true;
  }

  /** Refuses to answer where a job that answers now and then has let go of rows. */
  private void check(long first) {
    if (site.window().oldest() > first) {
      throw new IllegalStateException(
          "the state was taken from a job that answered "
              + count.described()
              + " every "
              + count.slide()
              + " rows, and has let go of rows that an answer at each row needs; restore it with"
              + " .emit(Emit.ON_WATERMARK)");
    }
  }

  @Override
  void ring() {
    // Nothing is due by time.
  }
}
