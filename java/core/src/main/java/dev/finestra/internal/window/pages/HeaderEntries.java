package dev.finestra.internal.window.pages;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.LongChunks;
import dev.finestra.internal.window.slots.ObjectChunks;
import dev.finestra.paged.Page;
import dev.finestra.paged.SmallHeaders;
import java.util.Arrays;

/**
 * The header page of a small window, which has the window's entries and no fields:
 *
 * <pre>
 *   longs     version, time 0, time 1, …
 *   words           aggregate 0, aggregate 1, …     (objects instead, if aggregates are objects)
 * </pre>
 *
 * <p>A single entry may have {@link Page#time} instead of the longs, and {@link Page#object}
 * instead of the objects.
 *
 * <p>A slot after the last entry may be {@link Page#vacant vacant}.
 *
 * <p>Costs, with n entries: to read, to write, to begin an entry or to take the oldest copies at
 * most n times and n aggregates; to add to the youngest copies nothing.
 */
public final class HeaderEntries<O> implements SmallHeaders<O> {
  /** Negative, because the versions of {@link HeaderFields} and of whole windows are positive. */
  private static final int VERSION = Page.SMALL;

  /** Larger slots do not stay vacant, because their memory costs more than new arrays. */
  private static final int MOST_VACANT_WORDS = 32;

  private final PageShape shape;

  /** The aggregation, if its partial results are words; otherwise null. */
  private final WordsAggregation<O> words;

  /** The aggregation, if its partial results are objects; otherwise null. */
  private final ObjectAggregation<Object, O> objects;

  /** The most entries to which {@link #add} lets a window grow. */
  private final int most;

  /** Headers of at most 2^shift entries. */
  @SuppressWarnings("unchecked")
  public HeaderEntries(Aggregation<O> aggregation, int shift, int most) {
    this.most = most;
    this.shape = PageShape.of(aggregation, shift);
    this.words =
        aggregation instanceof LongAggregation<O> one
            ? one.asWords()
            : aggregation instanceof WordsAggregation<O> several ? several : null;
    this.objects = words == null ? (ObjectAggregation<Object, O>) aggregation : null;
  }

  /** Whether this is the header of a small window, of any version. */
  public static boolean isIn(Page header) {
    return isSingle(header) || (header.longs.length > 0 && header.longs[0] < 0);
  }

  private static boolean isSingle(Page header) {
    return header.longs == null;
  }

  /**
   * Copies a header's entries into arrays with room for them; returns how many they are.
   *
   * @param cells their first chunk has the room
   */
  public int read(Page header, long[] times, Cells<?> cells) {
    WindowPages.checkVersion(header, VERSION);
    int count = count(header);
    boolean isObject = isSingle(header) && shape.words() == 0;
    int aggregates =
        isObject ? (header.object == null ? 0 : 1) : shape.aggregates(header) - header.vacant;
    if (count > shape.slots() || count != aggregates) {
      throw new IllegalArgumentException(
          ("The header of a small window has %s times and %s aggregates: the state is damaged;"
                  + " restore an earlier checkpoint.")
              .formatted(count, aggregates));
    }
    System.arraycopy(header.longs(), 1, times, 0, count);
    if (shape.words() > 0) {
      System.arraycopy(header.words, 0, words(cells), 0, count * shape.words());
    } else if (isObject) {
      objects(cells)[0] = header.object;
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
    Page header = before == null ? new Page() : before;
    if (isSingle(header) && count == 1) {
      header.time = times[0];
      if (shape.words() > 0 && header.words == null) {
        header.words = new long[shape.words()];
      }
    } else {
      if (isSingle(header) || header.longs.length != 1 + count) {
        header.take(shape.blank(1 + count, count));
      }
      header.longs[0] = VERSION;
      header.vacant = 0;
      System.arraycopy(times, 0, header.longs, 1, count);
    }
    if (shape.words() > 0) {
      System.arraycopy(words(cells), 0, header.words, 0, count * shape.words());
    } else {
      for (int i = 0; i < count; i++) {
        setObject(header, i, objects(cells)[i]);
      }
    }
    return header;
  }

  /** Whether two headers have the same entries; either may be null. Objects are not compared. */
  public boolean isSame(Page a, Page b) {
    if (a == null || b == null) {
      return a == b;
    }
    int count = count(a);
    int length = count * shape.words();
    return count == count(b)
        && Arrays.equals(a.longs(), 0, 1 + count, b.longs(), 0, 1 + count)
        && (length == 0 || Arrays.equals(a.words, 0, length, b.words, 0, length));
  }

  @Override
  public boolean begin(Page header, long time, Object value) {
    if (!isPossible(value)) {
      return false;
    }
    header.time = time;
    if (words != null) {
      header.words = new long[shape.words()];
      words.lift(value, header.words, 0);
    } else {
      header.object = objects.lift(value);
      header.owned = 1;
    }
    return true;
  }

  /** Whether a value's partial result can be changed in place later. */
  private boolean isPossible(Object value) {
    return value != null && (words != null || objects instanceof OwnedObjects<?>);
  }

  @Override
  public boolean add(Page header, long time, Object value) {
    int youngest = size(header) - 1;
    if (youngest < 0 || value == null || time < time(header, youngest)) {
      return false;
    }
    return time == time(header, youngest)
        ? extend(header, youngest, value)
        : youngest + 1 < most && append(header, youngest + 1, time, value);
  }

  /** Adds a value to the youngest entry. */
  private boolean extend(Page header, int youngest, Object value) {
    if (words != null) {
      words.add(value, header.words, youngest * shape.words());
      return true;
    }
    if (header.owned == 0) {
      return false;
    }
    setObject(header, youngest, objects.add(object(header, youngest), value));
    return true;
  }

  /** Adds an entry that is younger than all others. */
  private boolean append(Page header, int count, long time, Object value) {
    if (!isPossible(value)) {
      return false;
    }
    if (words != null && header.vacant > 0) {
      words.lift(value, header.words, count * shape.words());
      header.vacant--;
    } else {
      appendSlot(header, count, value);
      header.longs = Arrays.copyOf(header.longs(), 2 + count);
    }
    header.longs[1 + count] = time;
    return true;
  }

  private void appendSlot(Page header, int count, Object value) {
    if (words != null) {
      long[] more = Arrays.copyOf(header.words, (count + 1) * shape.words());
      words.lift(value, more, count * shape.words());
      header.words = more;
    } else {
      Object lifted = objects.lift(value);
      header.objects =
          isSingle(header)
              ? new Object[] {header.object, lifted}
              : Arrays.copyOf(header.objects, count + 1);
      header.objects[count] = lifted;
      header.object = null;
      header.owned++;
    }
  }

  @Override
  public int size(Page header) {
    int count = count(header);
    boolean isSound =
        isSingle(header)
            || (count > 0
                && header.longs[0] == VERSION
                && count == shape.aggregates(header) - header.vacant);
    return isSound ? count : 0;
  }

  private static int count(Page header) {
    return isSingle(header) ? 1 : header.longs.length - 1 - header.vacant;
  }

  @Override
  public long oldest(Page header) {
    return time(header, 0);
  }

  private static long time(Page header, int i) {
    return isSingle(header) ? header.time : header.longs[1 + i];
  }

  private static Object object(Page header, int i) {
    return isSingle(header) ? header.object : header.objects[i];
  }

  /** G1 makes each write of a reference into an old object expensive. */
  private static void setObject(Page header, int i, Object state) {
    if (object(header, i) == state) {
      return;
    }
    if (isSingle(header)) {
      header.object = state;
    } else {
      header.objects[i] = state;
    }
  }

  @Override
  public O takeOldest(Page header) {
    int rest = count(header) - 1;
    O result =
        words != null
            ? words.lower(header.words, 0)
            : lower(object(header, 0), header.owned > rest);
    if (rest > 0) {
      removeOldest(header, rest);
    }
    return result;
  }

  /**
   * Removes an entry. A slot of few words may stay vacant: the next entry usually follows soon, and
   * new arrays for each entry are expensive.
   */
  private void removeOldest(Page header, int rest) {
    if (words != null && shape.words() <= MOST_VACANT_WORDS && header.vacant == 0) {
      System.arraycopy(header.words, shape.words(), header.words, 0, rest * shape.words());
      System.arraycopy(header.longs, 2, header.longs, 1, rest);
      header.vacant = 1;
      return;
    }
    if (words != null) {
      header.words = Arrays.copyOfRange(header.words, shape.words(), (1 + rest) * shape.words());
    } else {
      header.objects = Arrays.copyOfRange(header.objects, 1, 1 + rest);
      header.owned = Math.min(header.owned, rest);
    }
    header.longs = Arrays.copyOfRange(header.longs, 1, 2 + rest);
    header.longs[0] = VERSION;
    header.vacant = 0;
    header.dropArrays();
  }

  @SuppressWarnings("unchecked")
  private O lower(Object state, boolean isOwn) {
    return isOwn && objects instanceof OwnedObjects<?> owner
        ? (O) ((OwnedObjects<Object>) owner).lowerOwn(state)
        : objects.lower(state);
  }

  private static long[] words(Cells<?> cells) {
    return ((LongChunks) cells.chunks()).chunk(0);
  }

  private static Object[] objects(Cells<?> cells) {
    return ((ObjectChunks) cells.chunks()).chunk(0);
  }
}
