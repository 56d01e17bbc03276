package dev.finestra.bench.loop;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.bench.Loop;
import dev.finestra.bench.Point;
import dev.finestra.internal.window.catalog.Catalog;
import java.lang.invoke.VarHandle;

/**
 * The common part of the loops: a full window whose newest d entries are far in the future, so that
 * every insert in time order has distance d, however long the loop runs.
 */
abstract class Rounds implements Loop {
  /** The newest d entries have times from here on; they stay. */
  private static final long AHEAD = 1L << 40;

  /** The number of different values, which take turns. */
  private static final int VALUES = 1 << 10;

  /** The values; static and final, so that the JIT treats them as constants. */
  private static final long[] LONGS = new long[VALUES];

  private static final double[] DOUBLES = new double[VALUES];

  static {
    for (int i = 0; i < VALUES; i++) {
      LONGS[i] = 1L + i % 101;
      DOUBLES[i] = LONGS[i];
    }
  }

  /**
   * The papers put a memory fence before each insert, so that the compiler cannot overlap items. A
   * user's program has none, so it is off unless a comparison needs the papers' conditions.
   */
  private static final boolean FENCE = Boolean.getBoolean("finestra.bench.fence");

  /** The time of the next entry. */
  protected long now;

  /** The distance in time between the next entry and the oldest one. */
  protected long past;

  /** Entries of a bulk. */
  protected int m;

  protected SlidingWindow<?> window;
  protected double sink;
  protected boolean ofDoubles;

  /** Whether results are neither longs nor doubles, as those of {@code collect}. */
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

  /** Creates the window and the values; inserts nothing. */
  protected final void prepare(Aggregation<?> aggregation, Point point) {
    window = Catalog.create(point.catalogName(), aggregation);
    ofDoubles = aggregation.input() == ValueType.DOUBLE;
    answersObjects = aggregation instanceof ObjectAggregation<?, ?>;
    past = point.past();
    m = point.m();
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

  /** Inserts entries in bulk, from this time on. */
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
  public long items() {
    return 1;
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
