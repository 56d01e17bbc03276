package dev.finestra.tools.cli.explain;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.tools.cli.common.CountedMax;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The costs of a window, measured on a small one: entries of the given disorder are inserted with
 * the chosen algorithm, and its bytes and combines are counted.
 *
 * <p>The window of one key has at most {@link #MOST} entries. Beyond that, bytes per entry and
 * combines per event do not grow; the algorithms guarantee it.
 */
final class CostSample {
  private static final int MOST = 100_000;
  private static final int EVENTS = 20_000;
  private static final int KEYS = 1_000;

  private final StreamProfile profile;
  private final WindowOptions options;

  CostSample(StreamProfile profile) {
    this.profile = profile;
    this.options =
        profile.disorder() == 0 ? WindowOptions.NONE.inOrder() : WindowOptions.NONE.outOfOrder();
  }

  /**
   * The full name of the algorithm; for {@code auto}, of the one that it begins with. Throws if the
   * name is unknown or does not fit.
   */
  String algorithm() {
    return SlidingWindows.algorithm(profile.algorithm, profile.aggregation(), options).name();
  }

  /** The algorithm that {@code auto} means in an engine's state. */
  String onStreams() {
    return SlidingWindows.algorithm("fiba", profile.aggregation(), WindowOptions.NONE).name();
  }

  /** Entries of one key in the sample. */
  int entries() {
    double entries = profile.entries() / Math.max(1, profile.liveKeys());
    return (int) Math.max(1, Math.min(MOST, Math.round(entries)));
  }

  /** Bytes per entry, of one window or of small windows of many keys. */
  double bytesPerEntry() {
    int entries = entries();
    SplittableRandom random = new SplittableRandom(3);
    if (profile.keys == 1 || entries > 1_000) {
      SlidingWindow<?> window =
          SlidingWindows.of(profile.algorithm, profile.aggregation(), options);
      for (int i = 0; i < entries; i++) {
        window.insert(i, value(random));
      }
      return (double) window.bytes() / entries;
    }
    KeyedWindows<String, ?> windows =
        SlidingWindows.keyed(profile.algorithm, profile.aggregation(), options);
    for (int i = 0; i < entries; i++) {
      for (int key = 0; key < KEYS; key++) {
        windows.insert("key " + key, i, value(random));
      }
    }
    return (double) windows.bytes() / ((double) entries * KEYS);
  }

  private Object value(SplittableRandom random) {
    Aggregation<?> aggregation = profile.aggregation();
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
   * Combines per event of a maximum: those of its insert, of an evict, and its share of the
   * queries. An algorithm that needs an inverse always does 2.
   */
  double combinesPerEvent() {
    CountedMax max = new CountedMax();
    String algorithm = algorithm();
    if (!SlidingWindows.fits(algorithm, max)) {
      return 2;
    }
    SlidingWindow<Long> window = SlidingWindows.of(algorithm, max);
    boolean isByRange = window.algorithm().is(Trait.RANGE_QUERY);
    int entries = entries();
    double each = profile.eventsOfEntry();
    long distance = Math.min(Math.round(profile.distance() / each), entries - 1L);
    double results = profile.results() / profile.rate;
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
      boolean isNew = late > 0 && !profile.hasPanes();
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
