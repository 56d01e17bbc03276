package dev.finestra.internal.window.pages;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.internal.aggregation.base.AddsToWords;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.LongChunks;
import dev.finestra.internal.window.slots.ObjectChunks;
import dev.finestra.paged.Page;

/**
 * The header page of a small window, which has the window's entries and no fields:
 *
 * <pre>
 *   longs     version, time 0, time 1, …
 *   words           aggregate 0, aggregate 1, …     (objects instead, if aggregates are objects)
 * </pre>
 *
 * <p>Costs: to read or write copies n times and n aggregates; to add copies nothing.
 */
public final class HeaderEntries {
  /** Negative, because the versions of {@link HeaderFields} and of whole windows are positive. */
  private static final int VERSION = -1;

  private final PageShape shape;
  private final Aggregation<?> aggregation;

  /** Headers of at most 2^shift entries. */
  public HeaderEntries(Aggregation<?> aggregation, int shift) {
    this.shape = PageShape.of(aggregation, shift);
    this.aggregation = aggregation;
  }

  /** Whether this is the header of a small window, of any version. */
  public static boolean isIn(Page header) {
    return header.longs.length > 0 && header.longs[0] < 0;
  }

  /**
   * Copies a header's entries into arrays with room for them; returns how many they are.
   *
   * @param cells their first chunk has the room
   */
  public int read(Page header, long[] times, Cells<?> cells) {
    WindowPages.checkVersion(header, VERSION);
    int count = header.longs.length - 1;
    int aggregates = shape.aggregates(header);
    if (count > shape.slots() || count != aggregates) {
      throw new IllegalArgumentException(
          ("The header of a small window has %s times and %s aggregates: the state is damaged;"
                  + " restore an earlier checkpoint.")
              .formatted(count, aggregates));
    }
    System.arraycopy(header.longs, 1, times, 0, count);
    if (shape.words() > 0) {
      System.arraycopy(header.words, 0, words(cells), 0, count * shape.words());
    } else {
      System.arraycopy(header.objects, 0, objects(cells), 0, count);
    }
    return count;
  }

  /**
   * A header with these entries, at least one.
   *
   * @param before a header that is overwritten and returned, or null
   */
  public Page write(long[] times, Cells<?> cells, int count, Page before) {
    Page header = before == null ? shape.blank(1 + count, count) : before;
    if (header.longs.length != 1 + count) {
      header.take(shape.blank(1 + count, count));
    }
    header.longs[0] = VERSION;
    System.arraycopy(times, 0, header.longs, 1, count);
    if (shape.words() > 0) {
      System.arraycopy(words(cells), 0, header.words, 0, count * shape.words());
    } else {
      copyChanged(objects(cells), header.objects);
    }
    return header;
  }

  /**
   * Adds a value to the youngest entry in place. Returns false, and does nothing, if that entry has
   * another time, or its partial result cannot be changed in place.
   */
  @SuppressWarnings("unchecked")
  public boolean addToYoungest(Page header, long time, Object value) {
    if (header.longs[0] != VERSION || header.longs[header.longs.length - 1] != time) {
      return false;
    }
    int youngest = header.longs.length - 2;
    if (aggregation instanceof AddsToWords adder) {
      adder.add(value, header.words, youngest * shape.words());
      return true;
    }
    if (header.owned > 0 && aggregation instanceof ObjectAggregation<?, ?> adder) {
      Object before = header.objects[youngest];
      Object sum = ((ObjectAggregation<Object, ?>) adder).add(before, value);
      if (sum != before) {
        header.objects[youngest] = sum;
      }
      return true;
    }
    return false;
  }

  /** G1 makes each write of a reference into an old array expensive. */
  private static void copyChanged(Object[] from, Object[] to) {
    for (int i = 0; i < to.length; i++) {
      if (to[i] != from[i]) {
        to[i] = from[i];
      }
    }
  }

  private static long[] words(Cells<?> cells) {
    return ((LongChunks) cells.chunks()).chunk(0);
  }

  private static Object[] objects(Cells<?> cells) {
    return ((ObjectChunks) cells.chunks()).chunk(0);
  }
}
