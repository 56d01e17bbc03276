package dev.finestra.windowing.internal.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.paged.PagedWindow;
import dev.finestra.testing.BytePages;
import dev.finestra.windowing.WindowResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that are added to the header of a window that is not attached. */
class AddToYoungestTest {
  private static final long NOW = 1_700_000_000_000L;

  @Test
  void wordsAreAddedToTheYoungestEntry() {
    Aggregation<?> columns =
        ColumnAggregations.of(
            List.of(
                new TypedAggregation("sum", ValueType.LONG),
                new TypedAggregation("max", ValueType.LONG)));
    PagedWindow<?> window = SlidingWindows.paged("b_fiba16", columns, new BytePages(columns));
    Page header = header(window, row(3, 3), row(5, 5));
    assertFalse(window.addToYoungest(header, NOW, row(9, 9)), "the older entry");
    assertFalse(window.addToYoungest(header, NOW + 2, row(9, 9)), "a younger entry");
    assertFalse(window.addToYoungest(header, NOW + 1, null), "no value");
    assertTrue(window.addToYoungest(header, NOW + 1, row(2, 7)));
    assertTrue(window.addToYoungest(header, NOW + 1, row(4, 1)));
    window.attach(header);
    assertArrayEquals(row(3 + 5 + 2 + 4, 7), (Object[]) ((WindowResult) window.query()).value());
    window.flush(0);
    Page large = header;
    for (int i = 0; i < 20; i++) {
      window.attach(large);
      window.insert(NOW + 2 + i, row(1, 1));
      large = window.flush(0);
    }
    assertFalse(window.addToYoungest(large, NOW + 21, row(9, 9)), "a large window");
  }

  /** An object that a copy of the page also refers to must not change. */
  @Test
  void onlyAnObjectThatTheHeaderOwnsChanges() {
    Aggregation<?> columns =
        ColumnAggregations.of(List.of(new TypedAggregation("count_distinct", ValueType.LONG)));
    PagedWindow<?> window = SlidingWindows.paged("b_fiba16", columns, new BytePages(columns));
    Page header = header(window, row(3), row(5));
    header = inserted(window, header, 6);
    Page copy = new PageCodec(columns).copy(header);
    assertFalse(window.addToYoungest(copy, NOW + 1, row(9)), "a copy owns nothing");
    assertFalse(window.addToYoungest(header, NOW + 1, row(9)), "the copy has the same object");
    header = inserted(window, header, 5);
    assertTrue(window.addToYoungest(header, NOW + 1, row(7)));
    for (Page one : List.of(header, copy)) {
      window.attach(one);
      long distinct = one == copy ? 3 : 4;
      assertArrayEquals(row(distinct), (Object[]) ((WindowResult) window.query()).value());
      window.flush(0);
    }
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

  private static Object[] row(long... values) {
    return Arrays.stream(values).boxed().toArray();
  }
}
