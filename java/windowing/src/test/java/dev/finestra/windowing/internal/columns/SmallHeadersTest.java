package dev.finestra.windowing.internal.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.paged.PagedWindow;
import dev.finestra.paged.SmallHeaders;
import dev.finestra.testing.BytePages;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Operations on the header of a window that is not attached. */
class SmallHeadersTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final int MOST = 12;

  private final Aggregation<WindowResult> sumAndMax = columns("sum", "max");
  private final Aggregation<WindowResult> distinct = columns("count_distinct");
  private final Aggregation<WindowResult> wide = columns("skewness", "histogram(-3,3,40)");

  private static Aggregation<WindowResult> columns(String... names) {
    return ColumnAggregations.of(
        Arrays.stream(names).map(name -> new TypedAggregation(name, ValueType.LONG)).toList());
  }

  private static PagedWindow<WindowResult> window(Aggregation<WindowResult> columns) {
    return SlidingWindows.paged("b_fiba16", columns, new BytePages(columns));
  }

  @Test
  void wordsAreAddedToTheYoungestEntry() {
    PagedWindow<WindowResult> window = window(sumAndMax);
    SmallHeaders<WindowResult> small = window.smallHeaders();
    Page header = header(window, row(3, 3), row(5, 5));
    assertFalse(small.add(header, NOW, row(9, 9)), "the older entry");
    assertFalse(small.add(header, NOW + 1, null), "no value");
    assertFalse(small.add(header, NOW + 2, null), "no value for a younger entry");
    assertTrue(small.add(header, NOW + 1, row(2, 7)));
    assertTrue(small.add(header, NOW + 1, row(4, 1)));
    window.attach(header);
    assertArrayEquals(row(3 + 5 + 2 + 4, 7), values(window.query()));
  }

  @Test
  void aWindowGrowsAndShrinksUntilItIsEmpty() {
    for (Aggregation<WindowResult> columns : List.of(sumAndMax, distinct)) {
      PagedWindow<WindowResult> window = window(columns);
      SmallHeaders<WindowResult> small = window.smallHeaders();
      int width = columns.columns();
      Page header = new StateEntry();
      assertFalse(small.begin(header, NOW, null), "no value");
      assertTrue(small.begin(header, NOW, row(new long[width])));
      for (int i = 1; i < MOST; i++) {
        assertTrue(small.add(header, NOW + i, row(new long[width])));
        assertTrue(small.add(header, NOW + i, row(filled(width, i))));
      }
      assertFalse(small.add(header, NOW + MOST, row(new long[width])), "it would be large");
      window.attach(header);
      window.checkInvariants();
      WindowResult all = window.query();
      assertEquals(2 * MOST - 1, all.rows());
      assertArrayEquals(columns == distinct ? row(MOST) : row(66, MOST - 1), values(all));
      header = window.flush(0);
      for (int i = 0; i < MOST; i++) {
        assertEquals(MOST - i, small.size(header));
        assertEquals(NOW + i, small.oldest(header));
        Object[] one = columns == distinct ? row(i == 0 ? 1 : 2) : row(i, i);
        assertArrayEquals(one, values(small.takeOldest(header)), "entry " + i);
      }
    }
  }

  /** The bytes of a header are those of its entries, whatever happened to it before. */
  @Test
  void aHeaderHasTheEntriesOfItsHistory() {
    Trials.run(
        1_000,
        20_000,
        "headers of small windows",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          history(List.of(sumAndMax, distinct, wide).get(random.nextInt(3)), random);
        });
  }

  private static void history(Aggregation<WindowResult> columns, SplittableRandom random)
      throws IOException {
    PagedWindow<WindowResult> window = window(columns);
    SmallHeaders<WindowResult> small = window.smallHeaders();
    BytePages bytes = new BytePages(columns);
    ArrayDeque<List<Object[]>> model = new ArrayDeque<>();
    Page header = new StateEntry();
    long youngest = NOW;
    for (int step = 0; step < 60; step++) {
      Object[] row = row(random.longs(columns.columns(), -3, 3).toArray());
      if (model.isEmpty()) {
        header = new StateEntry();
        assertTrue(small.begin(header, ++youngest, row));
        model.add(new ArrayList<>(List.<Object[]>of(row)));
      } else if (random.nextInt(3) == 0) {
        WindowResult expected = window(columns, youngest, List.of(model.poll())).query();
        assertTrue(WindowResult.same(expected, small.takeOldest(header)));
      } else if (random.nextBoolean() && small.add(header, youngest, row)) {
        model.getLast().add(row);
      } else if (small.add(header, youngest + 1, row)) {
        youngest++;
        model.add(new ArrayList<>(List.<Object[]>of(row)));
      }
      if (model.isEmpty()) {
        continue;
      }
      Page same = window(columns, youngest, model).flush(0);
      assertArrayEquals(bytes.bytes(same), bytes.bytes(header));
      switch (random.nextInt(4)) {
        case 0 -> {
          window.attach(header);
          window.checkInvariants();
          if (model.size() < MOST && random.nextBoolean()) {
            window.insert(++youngest, row);
            model.add(new ArrayList<>(List.<Object[]>of(row)));
          }
          header = window.flush(0);
        }
        case 1 -> {
          Page copy = new StateEntry(new PageCodec(columns).copy(header));
          small.takeOldest(header);
          header = copy;
        }
        case 2 -> header = new StateEntry(bytes.page(bytes.bytes(header)));
        default -> assertEquals(model.size(), small.size(header));
      }
    }
  }

  /** A window with one entry for each list of rows, at times up to the youngest. */
  private static PagedWindow<WindowResult> window(
      Aggregation<WindowResult> columns, long youngest, Collection<List<Object[]>> entries) {
    PagedWindow<WindowResult> window = window(columns);
    window.attach(null);
    long time = youngest - entries.size();
    for (List<Object[]> rows : entries) {
      time++;
      for (Object[] row : rows) {
        window.insert(time, row);
      }
    }
    return window;
  }

  @Test
  void aLargeWindowStaysAsItIs() {
    PagedWindow<WindowResult> window = window(sumAndMax);
    Object[][] rows = new Object[MOST + 1][];
    Arrays.fill(rows, row(1, 1));
    Page large = header(window, rows);
    assertFalse(window.smallHeaders().add(large, NOW + MOST, row(9, 9)));
    assertEquals(0, window.smallHeaders().size(large));
  }

  @Test
  void aDamagedHeaderHasNoEntries() {
    SmallHeaders<WindowResult> small = window(sumAndMax).smallHeaders();
    for (Page damaged :
        List.of(new Page(new long[0], new long[0]), new Page(new long[] {-1, NOW}, new long[0]))) {
      assertEquals(0, small.size(damaged));
      assertFalse(small.add(damaged, NOW, row(1, 1)));
    }
  }

  /** An object that a copy of the page also refers to must not change. */
  @Test
  void onlyAnObjectThatTheHeaderOwnsChanges() {
    PagedWindow<WindowResult> window = window(distinct);
    SmallHeaders<WindowResult> small = window.smallHeaders();
    Page header = header(window, row(3), row(5));
    header = inserted(window, header, 6);
    Page copy = new PageCodec(distinct).copy(header);
    assertFalse(small.add(copy, NOW + 1, row(9)), "a copy owns nothing");
    assertFalse(small.add(header, NOW + 1, row(9)), "the copy has the same object");
    header = inserted(window, header, 5);
    assertTrue(small.add(header, NOW + 1, row(7)));
    assertTrue(small.add(copy, NOW + 2, row(8)));
    assertTrue(small.add(copy, NOW + 2, row(9)), "a new entry is owned");
    assertArrayEquals(row(1), values(small.takeOldest(copy)));
    assertArrayEquals(row(1), values(small.takeOldest(header)));
    assertArrayEquals(row(2), values(small.takeOldest(copy)));
    assertArrayEquals(row(3), values(small.takeOldest(header)));
    assertArrayEquals(row(2), values(small.takeOldest(copy)));
  }

  private static Page inserted(PagedWindow<?> window, Page header, long value) {
    window.attach(header);
    window.insert(NOW + 1, row(value));
    return window.flush(0);
  }

  private static Page header(PagedWindow<?> window, Object[]... rows) {
    window.attach(null);
    for (int i = 0; i < rows.length; i++) {
      window.insert(NOW + i, rows[i]);
    }
    return window.flush(0);
  }

  private static Object[] values(WindowResult result) {
    return (Object[]) result.value();
  }

  private static long[] filled(int width, long value) {
    long[] all = new long[width];
    Arrays.fill(all, value);
    return all;
  }

  private static Object[] row(long... values) {
    return Arrays.stream(values).boxed().toArray();
  }
}
