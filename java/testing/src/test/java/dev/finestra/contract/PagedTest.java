package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.WindowClosedException;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.internal.window.pages.WindowPages;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import dev.finestra.testing.BytePages;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Histories;
import dev.finestra.testing.History;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.TestAggregation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every algorithm on pages equals recalculation. Pages are written to a store of bytes and fetched
 * again between operations of two keys; in the end the store is empty.
 */
class PagedTest {
  @Test
  void shouldEqualRecalculation() {
    Trials.run(
        10_000,
        200_000,
        "random histories on pages",
        (seed, all) -> Choice.each(seed, all, algorithm -> true, choice -> trial(seed, choice)));
  }

  /** Windows that grow beyond the entries that a header has, and shrink again. */
  @Test
  void shouldEqualRecalculationWithFewEntries() {
    Trials.run(
        5_000,
        100_000,
        "random histories of few entries on pages",
        (seed, all) ->
            Choice.each(
                seed,
                all,
                algorithm -> true,
                choice ->
                    check(
                        choice.kind(),
                        choice,
                        Histories.of(seed, choice.inOrder(), Histories.Size.FEW))));
  }

  private static void trial(long seed, Choice choice) {
    History history = Histories.of(seed, choice.inOrder());
    Choice fit = history.values() < 2_000 ? choice : choice.compact();
    check(fit.kind(), fit, history);
  }

  private static <O> void check(TestAggregation<O> kind, Choice choice, History history) {
    SplittableRandom random = choice.random();
    Contract<O> contract = new Contract<>(choice.algorithm(), kind, choice.invertible());
    contract
        .madeBy((of, aggregation) -> Stored.window(of.name(), aggregation, random.split()))
        .curious(random.nextBoolean())
        .run(history.operations());
  }

  /** The version of the header of a small window. */
  private static final long SMALL = -1;

  /** A window whose pages are written and fetched again now and then. */
  private static final class Stored<O> {
    private final SplittableRandom random;
    private final BytePages[] stores;
    private final byte[][] headers = new byte[2][];
    private final PagedWindow<O> window;
    private final int often;
    private int key;

    private Stored(String algorithm, Aggregation<O> aggregation, SplittableRandom random) {
      this.random = random;
      this.often = 1 + random.nextInt(8);
      this.stores = new BytePages[] {new BytePages(aggregation), new BytePages(aggregation)};
      this.window =
          SlidingWindows.paged(
              algorithm,
              aggregation,
              new dev.finestra.paged.PageStore() {
                @Override
                public Page get(int id) {
                  return stores[key].get(id);
                }

                @Override
                public void put(int id, Page page, boolean isNew) {
                  stores[key].put(id, page, isNew);
                }

                @Override
                public void remove(int id) {
                  stores[key].remove(id);
                }
              });
      window.attach(null);
    }

    @SuppressWarnings("unchecked")
    static <O> SlidingWindow<O> window(
        String algorithm, Aggregation<O> aggregation, SplittableRandom random) {
      Stored<O> stored = new Stored<>(algorithm, aggregation, random);
      return (SlidingWindow<O>)
          Proxy.newProxyInstance(
              PagedTest.class.getClassLoader(),
              new Class<?>[] {SlidingWindow.class},
              (proxy, method, arguments) -> {
                stored.perhapsLeave();
                try {
                  return method.invoke(stored.window, arguments);
                } catch (InvocationTargetException thrown) {
                  throw thrown.getCause();
                }
              });
    }

    /**
     * Switches to the other key, adds or removes something there, and switches back. It does so
     * less often if the window has many pages, because some algorithms read all of them each time.
     */
    private void perhapsLeave() {
      if (random.nextInt(often * (1 + stores[key].ids().size() / 8)) > 0) {
        return;
      }
      put();
      key = 1;
      attach();
      if (random.nextBoolean()) {
        window.clear();
      } else {
        long first = window.isEmpty() ? 0 : window.youngest();
        for (int i = 0; i < 40; i++) {
          window.insert(first + i / 2, (Object) 1L);
        }
      }
      put();
      key = 0;
      attach();
    }

    private void put() {
      long size = window.size();
      Page header = window.flush(random.nextInt(3));
      headers[key] = header == null ? null : stores[key].bytes(header);
      long[] longs = header == null ? new long[] {SMALL} : header.longs();
      if (longs[0] == SMALL) {
        assertEquals(List.of(), List.copyOf(stores[key].ids()), "pages of a small window");
        assertEquals(size, longs.length - 1, "times in the header");
      }
    }

    private void attach() {
      window.attach(headers[key] == null ? null : stores[key].page(headers[key]));
    }
  }

  private static final Aggregation<?> SUM = Aggregations.of("sum", ValueType.LONG);

  /** An insert in order without query or evict uses one page, however large the window is. */
  @Test
  void shouldFetchOnePageForAnInsertInOrder() {
    BytePages store = new BytePages(SUM);
    PagedWindow<?> window = SlidingWindows.paged("b_fiba8", SUM, store);
    Page header = null;
    int fetched = 0;
    int written = 0;
    for (int t = 0; t < 20_000; t++) {
      window.attach(header);
      window.bulkEvict(t - 50_000);
      window.insert(t, 1L);
      header = window.flush(4);
      if (t >= 10_000) {
        fetched += store.fetched();
        written += store.written();
      } else {
        store.fetched();
        store.written();
      }
    }
    assertTrue(fetched < 15_000, fetched + " pages fetched for 10,000 inserts");
    assertTrue(written < 15_000, written + " pages written for 10,000 inserts");
    window.attach(header);
    assertEquals(20_000L, ((Number) window.query()).longValue());
  }

  /** A sliding queue reads pages only at its ends and at the place where it aggregates. */
  @ParameterizedTest
  @ValueSource(
      strings = {"two_stacks", "two_stacks_lite", "daba", "daba_lite", "subtract_on_evict"})
  void shouldFetchFewPagesOfAQueue(String algorithm) {
    BytePages store = new BytePages(SUM);
    PagedWindow<?> window = SlidingWindows.paged(algorithm, SUM, store);
    Page header = null;
    for (int t = 0; t < 20_000; t++) {
      window.attach(header);
      window.bulkEvict(t - 5_000);
      window.insert(t, 1L);
      assertEquals(Math.min(t + 1, 5_000), ((Number) window.query()).longValue());
      header = window.flush(0);
    }
    int fetched = store.fetched();
    assertTrue(fetched < 20_000 * 7, fetched + " pages fetched for 20,000 slides");
    int held = store.ids().size();
    assertTrue(held < 2 * (5_000 / 16 + 2), held + " pages held for 5,000 entries");
  }

  /** After a thousand evicts, the header of a window with few entries is small. */
  @Test
  void shouldTakeFewBytesWhenEntriesAreGone() {
    BytePages store = new BytePages(SUM);
    PagedWindow<?> window = SlidingWindows.paged("b_fiba16", SUM, store);
    window.attach(null);
    for (int i = 0; i < 1000; i++) {
      window.insert(i, (1L << 52) + i);
    }
    window.query();
    window.bulkEvict(992);
    Page header = window.flush(1000);
    int large = store.bytes(header).length;
    assertEquals(1, store.ids().size());
    assertTrue(large < 64, large + " bytes");
    window.attach(header);
    window.bulkEvict(998);
    int small = store.bytes(window.flush(1000)).length;
    assertEquals(0, store.ids().size());
    assertTrue(small < 24, small + " bytes");
  }

  /** One window serves many keys: a header has nothing of another key or of evicted entries. */
  @ParameterizedTest
  @ValueSource(
      strings = {"two_stacks", "two_stacks_lite", "daba", "daba_lite", "subtract_on_evict"})
  @SuppressWarnings("unchecked")
  void shouldKeepNothingOfAnotherKeyInAHeader(String algorithm) {
    var list = (Aggregation<Object>) Aggregations.of("collect", ValueType.LONG);
    BytePages store = new BytePages(list);
    PagedWindow<Object> window = SlidingWindows.paged(algorithm, list, store);
    window.attach(null);
    for (int i = 0; i < 3_000; i++) {
      window.insert(i, (long) i);
      window.bulkEvict(i - 1_000);
    }
    window.flush(1_000);
    window.attach(null);
    for (int i = 0; i < 20; i++) {
      window.insert(i, 7L);
    }
    window.bulkEvict(12);
    int large = store.bytes(window.flush(1_000)).length;
    assertTrue(large < 400, large + " bytes");
    window.attach(null);
    window.insert(1, 7L);
    int small = store.bytes(window.flush(1_000)).length;
    assertTrue(small < 40, small + " bytes");
    window.attach(null);
    window.insert(1, 7L);
    window.insert(2, 8L);
    window.bulkEvict(1);
    assertEquals(List.of(8L), window.query());
  }

  /** A bulk eviction removes all its pages, a few at a time. */
  @Test
  void shouldRemoveEvictedPagesAFewAtATime() {
    BytePages store = new BytePages(SUM);
    PagedWindow<?> window = SlidingWindows.paged("b_fiba4", SUM, store);
    window.attach(null);
    for (int t = 0; t < 10_000; t++) {
      window.insert(t, 1L);
    }
    Page header = window.flush(0);
    int before = store.ids().size();
    window.attach(header);
    window.bulkEvict(9_000);
    header = window.flush(5);
    assertTrue(before - store.ids().size() <= 20, "more than 5 nodes at once");
    for (int i = 0; i < 1_000; i++) {
      window.attach(header);
      header = window.flush(5);
    }
    assertTrue(store.ids().size() < before / 5, store.ids().size() + " pages are left");
    window.attach(header);
    assertEquals(999, window.size());
    window.bulkEvict(Long.MAX_VALUE);
    for (header = window.flush(5); header != null; header = window.flush(5)) {
      window.attach(header);
    }
    assertEquals(0, store.ids().size());
  }

  /**
   * A key of a batch is written once, at its end. Pages that were created and removed before take
   * no memory.
   */
  @Test
  void shouldForgetPagesThatWereCreatedAndRemoved() {
    BytePages store = new BytePages(SUM);
    WindowPages pages = new WindowPages(store, SUM, 4);
    for (int id = 0; id < 100_000; id++) {
      pages.create(id);
      if (id >= 10) {
        pages.remove(id - 10);
        assertFalse(pages.has(id - 10));
      }
    }
    assertTrue(pages.held() < 100, pages.held() + " pages in the table");
    pages.putBack();
    assertEquals(10, store.ids().size());
  }

  @Test
  void shouldSayWhatIsWrong() {
    BytePages store = new BytePages(SUM);
    PagedWindow<?> window = SlidingWindows.paged("auto", SUM, store);
    assertEquals("b_fiba16", window.algorithm().name());
    assertTrue(
        assertThrows(WindowClosedException.class, () -> window.insert(1, 1L))
            .getCause()
            .getMessage()
            .contains("attach it"));
    window.attach(null);
    for (int i = 0; i < 20; i++) {
      window.insert(i, 1L);
    }
    Page header = window.flush(0);
    assertThrows(WindowClosedException.class, window::query);
    Page damaged = new Page(header.longs.clone(), header.words);
    damaged.longs[0] = 99;
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> window.attach(damaged))
            .getMessage()
            .contains("version 99"));
    assertThrows(WindowClosedException.class, window::query);
    List.copyOf(store.ids()).forEach(store::remove);
    window.attach(header);
    assertTrue(
        assertThrows(IllegalStateException.class, window::query)
            .getMessage()
            .contains("is not in its store"));
  }
}
