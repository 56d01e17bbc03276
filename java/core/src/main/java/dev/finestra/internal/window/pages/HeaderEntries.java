package dev.finestra.internal.window.pages;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;

/**
 * The header page of a small window, which has the window's entries and no fields:
 *
 * <pre>
 *   longs     version, time 0, time 1, …
 *   words           aggregate 0, aggregate 1, …     (objects instead, if aggregates are objects)
 * </pre>
 *
 * <p>Costs: both directions copy n times and n aggregates. Writing allocates the page.
 */
public final class HeaderEntries<O> {
  /** Negative, because the versions of {@link HeaderFields} and of whole windows are positive. */
  private static final int VERSION = -1;

  private final PageShape shape;

  /** Holds a header as page 0, so that {@link #entries} are the aggregates on it. */
  private final WindowPages box;

  private final Cells<O> entries;

  /** Headers of at most 2^shift entries. */
  public HeaderEntries(Aggregation<O> aggregation, int shift) {
    this.shape = PageShape.of(aggregation, shift);
    this.box = new WindowPages(null, aggregation, shift);
    this.entries = Cells.of(aggregation, 0, shift, box, false);
  }

  /** Whether this is the header of a small window, of any version. */
  public static boolean isIn(Page header) {
    return header.longs.length > 0 && header.longs[0] < 0;
  }

  /** Copies a header's entries into arrays with room for them; returns how many they are. */
  public int read(Page header, long[] times, Cells<O> cells) {
    WindowPages.checkVersion(header, VERSION);
    int count = header.longs.length - 1;
    int aggregates = shape.aggregates(header);
    if (count > shape.slots() || count != aggregates) {
      throw new IllegalArgumentException(
          "The header of a small window has %s times and %s aggregates: the state is damaged."
              .formatted(count, aggregates));
    }
    System.arraycopy(header.longs, 1, times, 0, count);
    box.keep(0, header);
    cells.copy(0, entries, 0, count);
    return count;
  }

  /** A header with these entries, at least one. */
  public Page write(long[] times, Cells<O> cells, int count) {
    Page header = shape.blank(1 + count, count);
    header.longs[0] = VERSION;
    System.arraycopy(times, 0, header.longs, 1, count);
    box.keep(0, header);
    entries.copy(0, cells, 0, count);
    return header;
  }
}
