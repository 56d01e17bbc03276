package dev.finestra.internal.window;

import static dev.finestra.internal.window.SmallInHeader.BACK;
import static dev.finestra.internal.window.SmallInHeader.MOST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.WindowClosedException;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import dev.finestra.testing.BytePages;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.Probe.Planted;
import dev.finestra.testing.monoid.TestAggregation;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key of few entries has a header and no page; a key of many has pages. */
class SmallInHeaderTest {
  private static final Aggregation<?> SUM = Aggregations.of("sum", ValueType.LONG);
  private static final long NOW = 1_700_000_000_000L;

  static Stream<String> algorithms() {
    return Subjects.usual().stream().map(Algorithm::name);
  }

  /** A window of texts, which show all values and their order, flushed after each step. */
  private static final class Texts {
    final Probe probe = new Probe();
    final Aggregation<String> text = TestAggregation.TEXT.aggregation(true, probe);
    final BytePages store = new BytePages(text);
    final PagedWindow<String> window;
    Page header;

    Texts(String algorithm) {
      window = SlidingWindows.paged(algorithm, text, store);
    }

    void flushed(int most, Runnable step) {
      window.attach(header == null ? null : store.page(store.bytes(header)));
      step.run();
      window.checkInvariants();
      header = window.flush(most);
    }

    void insert(int from, int to) {
      for (int i = from; i < to; i++) {
        long time = i;
        flushed(64, () -> window.insert(time, time));
      }
    }

    int pages() {
      return store.ids().size();
    }

    void check(int from, int to) {
      long[] values = new long[to - from];
      Arrays.setAll(values, i -> from + i);
      window.attach(header);
      assertEquals(TestAggregation.TEXT.fold().apply(values), window.query());
      assertEquals(to - from, window.size());
      window.flush(0);
    }
  }

  @Test
  void shouldStoreOneEntryInFewBytesWithoutAPage() {
    BytePages store = new BytePages(SUM);
    PagedWindow<?> window = SlidingWindows.paged("b_fiba16", SUM, store);
    window.attach(null);
    window.insert(NOW, 1_000_000L);
    byte[] header = store.bytes(window.flush(0));
    assertEquals(0, store.ids().size());
    assertTrue(header.length <= 24, header.length + " bytes");
    window.attach(store.page(header));
    assertEquals(1_000_000L, window.queryLong());
    assertEquals(NOW, window.oldest());
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldHavePagesOnlyWhileItIsLarge(String algorithm) {
    Texts texts = new Texts(algorithm);
    boolean keeps = texts.window.algorithm().is(Trait.KEEPS_ENTRIES);
    int first = 0;
    int next = 0;
    for (int round = 0; round < 3; round++) {
      texts.insert(next, first + MOST);
      assertEquals(0, texts.pages(), "pages of " + MOST + " entries");
      texts.insert(first + MOST, first + MOST + 1);
      assertTrue(texts.pages() > 0, "no page of " + (MOST + 1) + " entries");
      next = first + MOST + 1;
      texts.check(first, next);
      int left = keeps ? BACK + 1 : 1;
      while (next - first > left) {
        long oldest = first++;
        texts.flushed(64, () -> texts.window.evict(oldest));
        assertTrue(texts.pages() > 0, "no page of " + (next - first) + " entries");
        texts.check(first, next);
      }
      long oldest = first++;
      texts.flushed(64, () -> texts.window.bulkEvict(oldest));
      assertEquals(0, texts.pages(), "pages of " + (next - first) + " entries");
      texts.check(first, next);
    }
    long all = next;
    texts.flushed(64, () -> texts.window.bulkEvict(all));
    assertNull(texts.header);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldMoveABulkAtOnce(String algorithm) {
    Texts texts = new Texts(algorithm);
    for (int count : new int[] {MOST, MOST + 1, 1_000}) {
      long[] times = java.util.stream.LongStream.range(0, count).toArray();
      texts.flushed(64, () -> texts.window.bulkInsert(times, times, 0, 5));
      texts.flushed(64, () -> texts.window.bulkInsert(times, times, 5, count));
      assertEquals(count > MOST, texts.pages() > 0, count + " entries");
      texts.check(0, count);
      texts.flushed(10_000, texts.window::clear);
      assertEquals(0, texts.pages());
      assertNull(texts.header);
    }
  }

  /** A window moves back only when the store has no evicted nodes left. */
  @Test
  void shouldStayLargeUntilAllEvictedNodesAreRemoved() {
    Texts texts = new Texts("b_fiba2");
    texts.insert(0, 400);
    int before = texts.pages();
    texts.flushed(0, () -> texts.window.bulkEvict(396));
    int flushes = 0;
    for (int pages = texts.pages(); pages > 0; pages = texts.pages(), flushes++) {
      texts.check(397, 400);
      texts.flushed(5, () -> {});
      assertTrue(pages - texts.pages() <= 20, "more than 5 nodes at once");
    }
    assertTrue(flushes > before / 20, flushes + " flushes for " + before + " pages");
    texts.check(397, 400);
    texts.insert(400, 405);
    assertEquals(0, texts.pages());
    texts.check(397, 405);
  }

  @Test
  void shouldSweepAHeldWindowThatThenMovesBack() {
    Texts texts = new Texts("b_fiba2");
    texts.insert(0, 200);
    texts.window.attach(texts.header);
    texts.window.bulkEvict(197);
    int sweeps = 0;
    while (texts.window.sweep(5)) {
      sweeps++;
    }
    assertTrue(sweeps > 5, sweeps + " sweeps");
    texts.header = texts.window.flush(0);
    assertEquals(0, texts.pages());
    texts.check(198, 200);
  }

  private enum NoStore implements PageStore {
    NONE;

    @Override
    public Page get(int id) {
      throw new AssertionError("page " + id + " is read");
    }

    @Override
    public void put(int id, Page page, boolean isNew) {
      throw new AssertionError("page " + id + " is written");
    }

    @Override
    public void remove(int id) {
      throw new AssertionError("page " + id + " is removed");
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldNotUseTheStoreOfASmallWindow(String algorithm) {
    PagedWindow<?> window = SlidingWindows.paged(algorithm, SUM, NoStore.NONE);
    Page header = null;
    for (int i = 0; i < 100; i++) {
      window.attach(header);
      window.bulkEvict(NOW + i - MOST);
      window.insert(NOW + i, 1L);
      assertEquals(Math.min(i + 1, MOST), window.queryLong());
      assertEquals(0, window.pagesHeld());
      assertTrue(!window.sweep(10), "something to sweep");
      header = window.flush(10);
    }
    window.attach(header);
    assertEquals(MOST, window.size());
    window.clear();
    assertNull(window.flush(0));
  }

  @Test
  void shouldOverwriteTheAttachedHeader() throws IOException {
    PagedWindow<?> window = SlidingWindows.paged("b_fiba16", SUM, NoStore.NONE);
    window.attach(null);
    window.insert(5, 1L);
    Page header = window.flush(0);
    window.attach(header);
    window.bulkEvict(4);
    assertEquals(false, window.evict(4));
    assertEquals(1L, window.queryLong());
    assertSame(header, window.flush(0));
    PageCodec pages = new PageCodec(SUM);
    List<Runnable> changes =
        List.of(
            () -> window.insert(5, 1L),
            () -> window.insert(4, 1L),
            () -> window.bulkInsert(new long[] {5, 6}, new long[] {1, 1}, 0, 2),
            () -> window.evict(5),
            () -> window.bulkEvict(5),
            window::clear);
    for (Runnable change : changes) {
      Page attached = pages.copy(header);
      window.attach(attached);
      change.run();
      long size = window.size();
      Page changed = window.flush(0);
      assertEquals(size, changed == null ? 0 : window.smallHeaders().size(changed));
      assertSame(size == 0 ? null : attached, changed);
      assertFalse(
          changed != null && Arrays.equals(bytes(header), bytes(changed)),
          "the header is not changed");
    }
  }

  private static byte[] bytes(Page header) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new PageCodec(SUM).write(header, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /** When user code throws while a window moves to pages, nothing of it is in the store. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldCloseUntilItIsAttachedWhenAMoveThrows(String algorithm) {
    Texts texts = new Texts(algorithm);
    texts.insert(0, MOST);
    Page header = texts.header;
    long thrown = 0;
    while (true) {
      texts.window.attach(header);
      texts.probe.failCombineAfter(thrown);
      try {
        texts.window.insert(MOST, MOST);
        break;
      } catch (Planted planted) {
        thrown++;
      }
      assertThrows(WindowClosedException.class, texts.window::query);
      assertThrows(WindowClosedException.class, () -> texts.window.flush(0));
      assertEquals(0, texts.pages());
      texts.check(0, MOST);
    }
    texts.probe.heal();
    texts.header = texts.window.flush(0);
    texts.check(0, MOST + 1);
  }

  /** A snapshot of a window that keeps no entries is that of its algorithm. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void shouldRestoreASnapshotOfASmallWindow(String algorithm) {
    Texts texts = new Texts(algorithm);
    texts.insert(0, 3);
    texts.window.attach(texts.header);
    byte[] snapshot = texts.window.snapshot();
    Texts restored = new Texts(algorithm);
    restored.insert(7, 9);
    restored.flushed(64, () -> restored.window.restore(snapshot));
    restored.check(0, 3);
    var inMemory = SlidingWindows.of(algorithm, restored.text);
    inMemory.restore(snapshot);
    assertEquals(3, inMemory.size());
  }

  @Test
  void shouldRejectDamagedHeaders() {
    PagedWindow<?> window = SlidingWindows.paged("b_fiba16", SUM, NoStore.NONE);
    window.attach(null);
    window.insert(5, 1L);
    Page header = window.flush(0);
    rejects(window, new Page(new long[] {-2, 5}, header.words), "version -2");
    rejects(window, new Page(new long[] {2, 5}, header.words), "version 2");
    rejects(window, new Page(new long[0], header.words), "version none");
    rejects(window, new Page(new long[] {-1, 5, 6}, header.words), "2 times and 1 aggregates");
    Page single = new Page();
    single.words = new long[2 * header.words.length];
    rejects(window, single, "1 times and 2 aggregates");
    long[] words = new long[17 * header.words.length];
    long[] longs = new long[18];
    longs[0] = -1;
    rejects(window, new Page(longs, words), "17 times");
    window.attach(header);
    assertEquals(1L, window.queryLong());
  }

  private static void rejects(PagedWindow<?> window, Page header, String why) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> window.attach(header)).getMessage();
    assertTrue(message.contains(why), message);
    assertThrows(WindowClosedException.class, window::query);
  }

  /** The entries of a wrapper differ from the inserted ones, so it has pages from the first on. */
  @Test
  void shouldLeaveWrappersOnPages() {
    for (String algorithm :
        List.of("slicing(b_fiba4,10)", "reorder(daba_lite,10)", "subwindow(10)")) {
      Texts texts = new Texts(algorithm);
      texts.insert(0, 1);
      assertTrue(texts.pages() > 0, algorithm);
      texts.check(0, 1);
      texts.flushed(64, () -> texts.window.bulkEvict(0));
      assertEquals(0, texts.pages(), algorithm);
    }
  }
}
