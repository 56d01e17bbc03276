package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import java.util.List;

/**
 * What a kind of windows does with a row and at a timer, for the current key of a {@link Site}.
 *
 * <p>Costs: those of the window's operations, one insert for each row, and one range query for each
 * result, however many windows overlap.
 *
 * <p>Invariants: 1. after each call the timer rings no later than the next result is due, and where
 * there is none no later than the window's last row can be given up; 2. rows are evicted that no
 * window will be asked for again.
 */
abstract class Firing {
  /** The most results of one key that are emitted at a timer, before it rings anew. */
  static final int MOST_AT_ONCE = 256;

  final Site site;
  final long lateness;
  final Emit emit;

  /** By how much each of several windows begins after the longest, in order; none of one. */
  private final long[] after;

  Firing(Site site, Plan<?> plan) {
    this.site = site;
    this.lateness = plan.lateness();
    this.emit = plan.emit();
    List<Long> sizes = plan.spans().sizes();
    long longest = sizes.stream().mapToLong(Long::longValue).max().orElse(0);
    this.after = sizes.stream().mapToLong(size -> longest - size).toArray();
  }

  static Firing of(Site site, Plan<?> plan) {
    if (plan.kind() instanceof Slides slides) {
      return new SlidesFiring(site, plan, slides);
    }
    if (plan.kind() instanceof LastWindow last) {
      return new LastFiring(site, plan, last);
    }
    if (plan.kind() instanceof Sessions sessions) {
      return new SessionsFiring(site, plan, sessions);
    }
    return new CountFiring(site, plan, (CountWindow) plan.kind());
  }

  /** Takes a row; false when it is late. */
  abstract boolean row(long time, Object value, long timestamp) throws Exception;

  /** Does what is due now. */
  abstract void ring() throws Exception;

  /** Where rows are answered as they come, a savepoint may have noted what a watermark would. */
  final void forgetNext() {
    if (emit == Emit.ON_EVENT) {
      site.notes().next = Notes.NONE;
      site.notes().count = 0;
    }
  }

  /**
   * What the window of this range answers; of several windows, of which this is the longest's
   * range, for each column what each answers.
   */
  final Answer range(long from, long to) {
    Answer longest = site.window().query(from, to);
    if (after.length == 0 || longest == null) {
      return longest;
    }
    int columns = ((Object[]) longest.value()).length;
    Object[] all = new Object[columns * after.length];
    for (int i = 0; i < after.length; i++) {
      Answer one = after[i] == 0 ? longest : site.window().query(from + after[i], to);
      Object[] answers = (Object[]) (one == null ? site.none() : one).value();
      for (int c = 0; c < columns; c++) {
        all[c * after.length + i] = answers[c];
      }
    }
    return new Answer(longest.rows(), all);
  }

  /**
   * What has passed for a key whose next result is due at a time: until all is answered less than
   * now, and rows that come meanwhile are judged by it.
   */
  final long passed(long next) {
    return Math.min(site.now(), next - 1);
  }

  /** Evicts what is before a time. */
  final void evictBefore(long time) {
    // The window knows a time that it has nothing before, so that this looks at no page in vain.
    site.window().bulkEvict(time - 1);
  }

  /** The time of the oldest entry that is not before a time; NONE when there is none. */
  final long entryFrom(long time) {
    SlidingWindow<Answer> window = site.window();
    return window.isEmpty() || window.youngest() < time ? Notes.NONE : window.ceiling(time);
  }
}
