package dev.finestra.cli;

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

  /** Combines for each event, counted with a maximum; of an algorithm that needs an inverse, 2. */
  double combinesPerEvent() {
    CountedMax max = new CountedMax();
    String present = present();
    if (!Finestra.fits(present, max)) {
      return 2;
    }
    SlidingWindow<Long> window = Finestra.window(present, max);
    int entries = entries();
    long distance = Math.min(Math.round(use.distance()), entries - 1L);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < entries; i++) {
      window.insert(2L * i, random.nextLong());
    }
    long before = max.combines();
    for (int i = entries; i < entries + EVENTS; i++) {
      long late = distance == 0 ? 0 : random.nextLong(distance + 1);
      window.insert(2L * (i - late) + (late == 0 ? 0 : 1), random.nextLong());
      window.bulkEvict(2L * (i - entries));
      window.queryLong();
    }
    return (double) (max.combines() - before) / EVENTS;
  }
}
