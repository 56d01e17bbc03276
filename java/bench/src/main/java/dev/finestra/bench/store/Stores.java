package dev.finestra.bench.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.bench.Point;
import dev.finestra.bench.report.RunFigures;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads and writes of a store per update, counted by RocksDB itself. Windows overlap n times and
 * slide by one sub-window.
 *
 * <p>The algorithm's name selects the method. {@code eager} stores the aggregate of each window.
 * {@code subwindows} stores that of each sub-window, and combines them for a result. Any other name
 * is an algorithm of the catalog, on pages. With {@code +suppress}, each window is emitted once at
 * its end, instead of all windows at each update. With {@code +cache}, changes are written once at
 * the end of a sub-window, instead of at each update.
 *
 * <p>A removal counts as a write. Each sub-window gets m updates, in order. The first n sub-windows
 * are not counted, the next n are.
 */
public final class Stores {
  private final int n;
  private final int m;
  private final boolean suppress;
  private final boolean cache;
  private final String way;
  private final RocksStore store;
  private long sink;

  private Stores(Point point, RocksStore store) {
    this.store = store;
    String[] parts = point.algorithm().split("\\+");
    way = parts[0];
    suppress = Arrays.asList(parts).contains("suppress");
    cache = Arrays.asList(parts).contains("cache");
    n = Math.toIntExact(point.n());
    m = point.m();
  }

  /** Counts for one point. */
  public static void measure(Point point, RunFigures figures) {
    try (RocksStore store = new RocksStore()) {
      Stores stores = new Stores(point, store);
      stores.run();
      double updates = (double) stores.n * stores.m;
      figures.add("reads_per_update", store.reads() / updates);
      figures.add("writes_per_update", store.writes() / updates);
      figures.add("sum_of_results", (double) stores.sink);
    }
  }

  private void run() {
    Way windows =
        switch (way) {
          case "eager" -> new Eager();
          case "subwindows" -> new Subwindows();
          default -> new Paged();
        };
    for (long sub = 0; sub < 2L * n; sub++) {
      if (sub == n) {
        windows.flush();
        store.beginCounting();
      }
      for (int i = 0; i < m; i++) {
        windows.update(sub, 1 + (sub + i) % 7);
        if (!suppress) {
          sink += windows.results(sub);
        }
        if (!cache) {
          windows.flush();
        }
      }
      // The window that ends with this sub-window.
      if (suppress) {
        sink += windows.result(sub - n + 1);
      }
      windows.flush();
      windows.over(sub - n + 1);
    }
    windows.flush();
  }

  /** One method. A window is identified by its first sub-window. */
  private abstract class Way {
    abstract void update(long sub, long value);

    abstract long result(long start);

    /** The sum of the results of all windows that contain this sub-window. */
    long results(long sub) {
      long all = 0;
      for (long start = sub - n + 1; start <= sub; start++) {
        all += result(start);
      }
      return all;
    }

    /** Writes changes, and forgets all values. */
    abstract void flush();

    /** Removes this window and its first sub-window. */
    abstract void over(long start);
  }

  /** A method that stores numbers; those used since the last flush are cached. */
  private abstract class Numbers extends Way {
    private final Map<Long, Long> values = new HashMap<>();
    private final Map<Long, Long> changed = new HashMap<>();

    final long get(long key) {
      return values.computeIfAbsent(key, k -> number(store.get(k)));
    }

    final void add(long key, long value) {
      long sum = get(key) + value;
      values.put(key, sum);
      changed.put(key, sum);
    }

    private static long number(byte[] found) {
      return found == null ? 0 : Long.parseLong(new String(found, US_ASCII));
    }

    @Override
    void flush() {
      changed.forEach((key, value) -> store.put(key, Long.toString(value).getBytes(US_ASCII)));
      changed.clear();
      values.clear();
    }

    @Override
    void over(long start) {
      store.remove(start);
    }
  }

  private final class Eager extends Numbers {
    @Override
    void update(long sub, long value) {
      for (long start = sub - n + 1; start <= sub; start++) {
        add(start, value);
      }
    }

    @Override
    long result(long start) {
      return get(start);
    }
  }

  private final class Subwindows extends Numbers {
    @Override
    void update(long sub, long value) {
      add(sub, value);
    }

    /** Combines the window's sub-windows, including those without an update so far. */
    @Override
    long result(long start) {
      long sum = 0;
      for (long sub = start; sub < start + n; sub++) {
        sum += get(sub);
      }
      return sum;
    }

    /** Reads each neighbour once, and counts it for each window that it shares with this one. */
    @Override
    long results(long sub) {
      long all = 0;
      for (long other = sub - n + 1; other < sub + n; other++) {
        all += get(other) * (n - Math.abs(sub - other));
      }
      return all;
    }
  }

  /** A method with one of Finestra's trees: a page for each node and for the header. */
  private final class Paged extends Way {
    private static final int HEADER = -1;

    private final Pages pages;
    private final PagedWindow<?> window;
    private boolean attached;

    Paged() {
      var sum = Aggregations.of("sum_wrapping", ValueType.LONG);
      pages = new Pages(new PageCodec(sum));
      window = SlidingWindows.paged(way, sum, pages);
    }

    private void attach() {
      if (!attached) {
        window.attach(pages.get(HEADER));
        attached = true;
      }
    }

    @Override
    void update(long sub, long value) {
      attach();
      window.insert(sub, value);
    }

    @Override
    long result(long start) {
      attach();
      Object sum = window.query(start, start + n - 1);
      return sum == null ? 0 : ((Number) sum).longValue();
    }

    @Override
    void flush() {
      if (attached) {
        pages.put(HEADER, window.flush(Integer.MAX_VALUE), true);
        pages.read.clear();
        attached = false;
      }
    }

    @Override
    void over(long start) {
      attach();
      window.bulkEvict(start);
    }
  }

  /** Pages as bytes, written if they changed, as in the connectors. */
  private final class Pages implements PageStore {
    private final PageCodec codec;
    private final Map<Integer, byte[]> read = new HashMap<>();

    Pages(PageCodec codec) {
      this.codec = codec;
    }

    @Override
    public Page get(int id) {
      byte[] found = store.get(id);
      read.put(id, found);
      try {
        return found == null
            ? null
            : codec.read(new DataInputStream(new ByteArrayInputStream(found)));
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }

    @Override
    public void put(int id, Page page, boolean isNew) {
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      try {
        codec.write(page, new DataOutputStream(written));
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      byte[] now = written.toByteArray();
      if (isNew || !Arrays.equals(now, read.get(id))) {
        store.put(id, now);
      }
    }

    @Override
    public void remove(int id) {
      store.remove(id);
    }
  }
}
