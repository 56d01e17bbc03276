package dev.finestra.bench.loop;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.bench.Loop;
import dev.finestra.bench.Point;
import dev.finestra.window.Catalog;
import java.lang.invoke.VarHandle;

/**
 * What the loops share: a full window whose youngest d entries lie far ahead, so that all that
 * comes in its order of time comes at distance d, however long it goes on.
 */
abstract class Rounds implements Loop {
  /** Times from here on belong to the youngest d entries, which stay. */
  private static final long AHEAD = 1L << 40;

  /** How many values there are, which come in turns. */
  private static final int VALUES = 1 << 10;

  /** The values, in constants as in native code. */
  private static final long[] LONGS = new long[VALUES];

  private static final double[] DOUBLES = new double[VALUES];

  static {
    for (int i = 0; i < VALUES; i++) {
      LONGS[i] = 1L + i % 101;
      DOUBLES[i] = LONGS[i];
    }
  }

  /**
   * The papers put a memory fence before each insert, lest the compiler work on several items at
   * once. A user has none, so it is off by itself, and there for comparisons under the papers'
   * conditions.
   */
  private static final boolean FENCE = Boolean.getBoolean("finestra.bench.fence");

  /** The time of the next entry. */
  protected long now;

  /**
   * How far back the oldest entry lies: what is evicted in a round comes this long after it was
   * inserted.
   */
  protected long past;

  protected SlidingWindow<?> window;
  protected double sink;
  protected boolean ofDoubles;

  /** Whether answers are neither longs nor doubles, as those of {@code collect}. */
  protected boolean answersObjects;

  private long[] times;

  /** The values of a bulk. */
  private long[] longs;

  private double[] doubles;

  @Override
  public void fill(Aggregation<?> aggregation, Point point) {
    prepare(aggregation, point);
    for (long i = 0; i < point.d(); i++) {
      insert(AHEAD + i);
    }
    for (; now < past; now++) {
      insert(now);
    }
  }

  /** Makes the window and the values, and inserts nothing. */
  protected final void prepare(Aggregation<?> aggregation, Point point) {
    window = Catalog.create(point.catalogName(), aggregation);
    ofDoubles = aggregation.input() == ValueType.DOUBLE;
    answersObjects = aggregation instanceof ObjectAggregation<?, ?>;
    past = point.past();
    int m = point.m();
    times = new long[m];
    longs = new long[m];
    doubles = new double[m];
    for (int i = 0; i < m; i++) {
      longs[i] = value(i);
      doubles[i] = longs[i];
    }
  }

  protected static long value(long time) {
    return LONGS[(int) time & (VALUES - 1)];
  }

  protected static double doubleValue(long time) {
    return DOUBLES[(int) time & (VALUES - 1)];
  }

  protected final void insert(long time) {
    insert(window, time);
  }

  protected final void insert(SlidingWindow<?> into, long time) {
    fence();
    if (ofDoubles) {
      into.insert(time, doubleValue(time));
    } else {
      into.insert(time, value(time));
    }
  }

  /** Inserts count entries in bulk, from this time on. */
  protected final void bulkInsert(long time, int count) {
    for (int i = 0; i < count; i++) {
      times[i] = time + i;
    }
    fence();
    if (ofDoubles) {
      window.bulkInsert(times, doubles, 0, count);
    } else {
      window.bulkInsert(times, longs, 0, count);
    }
  }

  protected static void fence() {
    if (FENCE) {
      VarHandle.fullFence();
    }
  }

  protected final void query() {
    sink += ofDoubles ? window.queryDouble() : window.queryLong();
  }

  @Override
  public SlidingWindow<?> window() {
    return window;
  }

  @Override
  public double sink() {
    return sink;
  }
}
