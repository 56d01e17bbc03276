package dev.finestra.internal.window;

import static dev.finestra.internal.window.SmallInHeader.MOST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.paged.PagedWindow;
import dev.finestra.testing.BytePages;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rows are added in place to the youngest entry. Texts show all values and their order. */
class YoungestEntryTest {
  private static Aggregation<String> text() {
    return TestAggregation.TEXT.aggregation(true, new Probe());
  }

  /** Rows in order wait. Every other operation must include them. */
  @Test
  void shouldIncludeRowsThatWait() {
    List<Algorithm> all = Subjects.usual();
    Trials.run(
        2_000,
        40_000,
        "windows with runs of rows",
        (seed, trials) -> {
          SplittableRandom random = new SplittableRandom(seed);
          runsOfRows(all.get(random.nextInt(all.size())).name(), random);
        });
  }

  private static void runsOfRows(String algorithm, SplittableRandom random) {
    Aggregation<String> text = text();
    BytePages store = new BytePages(text);
    PagedWindow<String> window = SlidingWindows.paged(algorithm, text, store);
    TreeMap<Long, String> model = new TreeMap<>();
    window.attach(null);
    for (int i = random.nextInt(2) * 2 * MOST; i > 0; i--) {
      window.insert(-i, (long) -i);
      model.put((long) -i, -i + ",");
    }
    for (int step = 0; step < 50; step++) {
      long youngest = model.isEmpty() ? 0 : model.lastKey();
      long time = youngest + random.nextInt(2);
      int most = random.nextInt(8) == 0 ? 3 * MOST : 5;
      for (int n = random.nextInt(most); n > 0; n--) {
        time += random.nextInt(2);
        if (random.nextBoolean()) {
          window.insert(time, time);
        } else {
          window.insert(time, (Object) time);
        }
        model.merge(time, time + ",", String::concat);
      }
      window.checkInvariants();
      assertEquals(model.size(), window.size());
      if (!model.isEmpty()) {
        assertEquals(model.lastKey(), window.youngest());
        assertEquals(model.firstKey(), window.oldest());
      }
      oneStep(window, store, model, time + 1 - random.nextLong(3 * MOST), random.nextInt(11));
      window.checkInvariants();
    }
    assertEquals(String.join("", model.values()), window.query());
  }

  private static void oneStep(
      PagedWindow<String> window,
      BytePages store,
      TreeMap<Long, String> model,
      long time,
      int step) {
    Algorithm algorithm = window.algorithm();
    switch (step) {
      case 0 -> {
        window.bulkEvict(time - MOST);
        model.headMap(time - MOST, true).clear();
      }
      case 1 -> {
        if (!model.isEmpty()) {
          window.evict(model.firstKey());
          model.pollFirstEntry();
        }
      }
      case 2 -> {
        if (algorithm.is(Trait.OUT_OF_ORDER)) {
          window.insert(time, (Object) time);
          model.merge(time, time + ",", String::concat);
        }
      }
      case 3 -> assertEquals(String.join("", model.values()), window.query());
      case 4 -> {
        if (algorithm.is(Trait.RANGE_QUERY)) {
          String expected = String.join("", model.tailMap(time, true).values());
          assertEquals(expected, window.query(time, Long.MAX_VALUE));
        }
      }
      case 5 -> {
        if (algorithm.is(Trait.KEEPS_ENTRIES)) {
          StringBuilder visited = new StringBuilder();
          window.forEach((at, text) -> visited.append(text));
          assertEquals(String.join("", model.values()), visited.toString());
        }
      }
      case 6 -> window.restore(window.snapshot());
      case 7 -> {
        window.clear();
        model.clear();
      }
      case 8 -> {
        if (algorithm.is(Trait.RANGE_QUERY) && model.ceilingKey(time - 1) != null) {
          assertEquals(model.ceilingKey(time - 1), window.ceiling(time - 1));
        }
      }
      case 9 -> {
        if (algorithm.is(Trait.RANGE_QUERY)) {
          String expected = String.join("", model.subMap(time - 1, true, time, true).values());
          assertEquals(expected, window.queryAndEvict(time - 1, time));
          model.headMap(time, true).clear();
        }
      }
      default -> {
        Page header = window.flush(64);
        window.attach(header == null ? null : store.page(store.bytes(header)));
      }
    }
  }

  /** A page and its copy share objects. Flink copies an entry at the first use after a snapshot. */
  @Test
  void shouldNotChangeAPageThatWasCopied() {
    Aggregation<String> text = text();
    PagedWindow<String> window = SlidingWindows.paged("b_fiba4", text, new BytePages(text));
    window.attach(null);
    window.insert(1, (Object) 1L);
    window.insert(2, (Object) 2L);
    Page page = window.flush(0);
    assertEquals(2, page.owned);
    window.attach(new PageCodec(text).copy(page));
    window.insert(2, (Object) 3L);
    assertEquals("1,", window.queryAndEvict(0, 1));
    assertEquals("2,3,", window.queryAndEvict(2, 2));
    assertTrue(window.isEmpty());
    window.attach(page);
    assertEquals("1,2,", window.query());
  }

  /** A merge shares entries with the other window, also with a header that is attached again. */
  @Test
  void shouldNotChangeAMergedWindowAfterAnotherAttach() {
    Aggregation<String> text = text();
    PagedWindow<String> window = SlidingWindows.paged("b_fiba4", text, new BytePages(text));
    window.attach(null);
    window.insert(1, 1L);
    window.insert(1, 2L);
    Page owned = window.flush(0);
    assertEquals(1, owned.owned);
    window.attach(owned);
    SlidingWindow<String> other = SlidingWindows.of("recalculate", text);
    other.merge(window);
    window.attach(owned);
    window.insert(1, 3L);
    assertEquals("1,2,3,", window.query());
    assertEquals("1,2,", other.query());
  }

  @Test
  void shouldNotChangeAWindowThatItWasMergedInto() {
    Aggregation<String> text = text();
    SlidingWindow<String> one = SlidingWindows.of("recalculate", text);
    one.insert(1, 1L);
    one.insert(1, 2L);
    SlidingWindow<String> other = SlidingWindows.of("recalculate", text);
    other.merge(one);
    one.insert(1, 3L);
    assertEquals("1,2,", other.query());
    other.insert(1, 4L);
    assertEquals("1,2,3,", one.query());
  }
}
