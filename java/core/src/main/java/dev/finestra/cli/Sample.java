package dev.finestra.cli;

import dev.finestra.Algorithm.Trait;
import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.keyed.KeyedWindows;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a window costs, tried out small: the chosen algorithm takes some entries of the declared
 * disorder, and what it holds and combines is counted.
 *
 * <p>One key's window is tried with at most {@link #MOST} entries; beyond that, bytes an entry and
 * combines an event do not grow, which is what the algorithms promise.
 */
final class Sample {
  private static final int MOST = 100_000;
  private static final int EVENTS = 20_000;
  private static final int KEYS = 1_000;

  private final Use use;
  private final WindowOptions options;

  Sample(Use use) {
    this.use = use;
    this.options =
        use.disorder() == 0 ? WindowOptions.NONE.inOrder() : WindowOptions.NONE.outOfOrder();
  }

  /** The algorithm that is taken; a name that is unknown or does not fit is refused. */
  String algorithm() {
    return Finestra.window(use.algorithm(), use.aggregation(), options).algorithm().name();
  }

  /** The algorithm behind {@code auto}. */
  String present() {
    String paper = Finestra.window(use.algorithm(), use.aggregation(), options).algorithm().paper();
    return paper.startsWith("at present ") ? paper.substring(11, paper.indexOf(':')) : algorithm();
  }

  /** What auto is where windows are pages of an engine's state. */
  String onStreams() {
    return Finestra.window("fiba", use.aggregation()).algorithm().name();
  }

  /** Entries of one live key, as tried. */
  int entries() {
    double entries = use.entries() / Math.max(1, use.liveKeys());
    return (int) Math.max(1, Math.min(MOST, Math.round(entries)));
  }

  /** Bytes of heap for each entry, of one window or of small windows of many keys. */
  double bytesPerEntry() {
    int entries = entries();
    SplittableRandom random = new SplittableRandom(3);
    if (use.keys() == 1 || entries > 1_000) {
      SlidingWindow<?> window = Finestra.window(use.algorithm(), use.aggregation(), options);
      for (int i = 0; i < entries; i++) {
        window.insert(i, value(random));
      }
      return (double) window.bytes() / entries;
    }
    KeyedWindows<String, ?> windows = Finestra.keyed(use.algorithm(), use.aggregation(), options);
    for (int i = 0; i < entries; i++) {
      for (int key = 0; key < KEYS; key++) {
        windows.insert("key " + key, i, value(random));
      }
    }
    return (double) windows.bytes() / ((double) entries * KEYS);
  }

  private Object value(SplittableRandom random) {
    Aggregation<?> aggregation = use.aggregation();
    List<ValueType> types = aggregation.row(aggregation.columns());
    Object[] row = new Object[types.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] =
          switch (types.get(i)) {
            case LONG -> (Object) random.nextLong(1_000);
            case DOUBLE -> (Object) random.nextDouble(1, 1_000);
            case STRING -> "text " + random.nextInt(1_000);
          };
    }
    return row.length == 1 ? row[0] : row;
  }

  /**
   * Combines for each event, counted with a maximum: what it takes to insert and to evict, and its
   * part of the queries of the results; of an algorithm that needs an inverse, 2.
   */
  double combinesPerEvent() {
    CountedMax max = new CountedMax();
    String present = present();
    if (!Finestra.fits(present, max)) {
      return 2;
    }
    SlidingWindow<Long> window = Finestra.window(present, max);
    boolean isByRange = window.algorithm().is(Trait.RANGE_QUERY);
    int entries = entries();
    double each = use.eventsOfEntry();
    long distance = Math.min(Math.round(use.distance() / each), entries - 1L);
    double results = use.results() / use.rate();
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < entries; i++) {
      window.insert(2L * i, random.nextLong());
    }
    long before = max.combines();
    long inQueries = 0;
    int queries = 0;
    for (int i = 0; i < EVENTS; i++) {
      long newest = entries + (long) (i / each);
      long late = distance == 0 ? 0 : random.nextLong(distance + 1);
      boolean isNew = late > 0 && !use.hasSlices();
      window.insert(2 * (newest - late) + (isNew ? 1 : 0), random.nextLong());
      window.bulkEvict(2 * (newest - entries));
      if (queries <= i * results) {
        long asked = max.combines();
        if (isByRange) {
          window.query(2 * (newest - entries), 2 * newest + 1);
        } else {
          window.queryLong();
        }
        inQueries += max.combines() - asked;
        queries++;
      }
    }
    double others = max.combines() - before - inQueries;
    return others / EVENTS + (double) inQueries / queries * results;
  }
}
