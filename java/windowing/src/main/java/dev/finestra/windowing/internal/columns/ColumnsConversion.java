package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites the pages of some columns as pages of other columns, for a job that adds, removes or
 * moves aggregations. A column of both keeps its partial results. In those of a new column no row
 * has a value.
 *
 * <p>Costs: a new array for each array of a page, and for each partial result the words and objects
 * of the new columns.
 */
public final class ColumnsConversion {
  private final PageCodec codec;
  private final Layout before;
  private final Layout now;

  /** For each new column the old one whose partial results it takes over, or −1. */
  private final int[] from;

  /**
   * @param before the aggregation of the old columns, made by {@link ColumnAggregations}
   * @param now the aggregation of the new columns, made likewise
   * @param from for each column of {@code now} its place in {@code before}, or −1
   */
  public ColumnsConversion(Aggregation<?> before, Aggregation<?> now, int[] from) {
    this.codec = new PageCodec(before);
    this.before = Layout.of(before);
    this.now = Layout.of(now);
    this.from = from.clone();
  }

  /** Where partial results of some columns have their words and objects. */
  private record Layout(WordColumns words, ObjectColumns objects) {
    static Layout of(Aggregation<?> columns) {
      return columns instanceof ObjectColumns several
          ? new Layout(several.words(), several)
          : new Layout((WordColumns) columns, null);
    }

    boolean hasObjects() {
      return objects != null;
    }
  }

  /**
   * For each new column its place among the old ones, or −1. Equal columns keep their order.
   *
   * @param before what identifies each old column, such as its aggregation and field
   */
  public static int[] places(List<?> before, List<?> now) {
    List<Object> left = new ArrayList<>(before);
    int[] places = new int[now.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = left.indexOf(now.get(i));
      if (places[i] >= 0) {
        left.set(places[i], null);
      }
    }
    return places;
  }

  /** A page of the new columns with the entries and links of an old page. */
  public Page convert(Page page) {
    Page old = codec.copy(page);
    Page converted = new Page();
    converted.longs = old.longs;
    converted.time = old.time;
    boolean isSingleObject = old.longs == null && before.hasObjects();
    int slots =
        isSingleObject
            ? 1
            : before.hasObjects() ? old.objects.length : old.words.length / before.words.words();
    int stride = now.words.words();
    long[] words = new long[now.hasObjects() ? 0 : slots * stride];
    Object[] objects = new Object[now.hasObjects() ? slots : 0];
    for (int slot = 0; slot < slots; slot++) {
      ObjectColumns.Parts parts =
          isSingleObject ? (ObjectColumns.Parts) old.object : parts(old, slot);
      if (now.hasObjects()) {
        objects[slot] = parts == null ? null : withObjects(parts);
      } else if (parts != null) {
        convertWords(parts.words(), words, slot * stride);
      }
    }
    if (!now.hasObjects()) {
      converted.words = words;
    } else if (old.longs == null) {
      converted.object = objects[0];
    } else {
      converted.objects = objects;
    }
    return converted;
  }

  /** A slot's partial result; null for a slot without one. */
  private ObjectColumns.Parts parts(Page page, int slot) {
    if (before.hasObjects()) {
      return (ObjectColumns.Parts) page.objects[slot];
    }
    int stride = before.words.words();
    return ObjectColumns.Parts.ofWords(page.words, slot * stride, stride);
  }

  private ObjectColumns.Parts withObjects(ObjectColumns.Parts parts) {
    ObjectColumns.Parts converted = now.objects.accumulator();
    convertWords(parts.words(), converted.words(), 0);
    for (int i = 0; i < from.length; i++) {
      int to = now.objects.place(i);
      if (to >= 0 && from[i] >= 0) {
        converted.set(to, parts.get(before.objects.place(from[i])));
      }
    }
    return converted;
  }

  private void convertWords(long[] words, long[] to, int t) {
    now.words.identity(to, t);
    long seen = 0;
    for (int i = 0; i < from.length; i++) {
      if (from[i] >= 0) {
        seen |= SeenWord.seen(words[0], from[i]) ? 1L << i : 0;
        System.arraycopy(
            words, before.words.at(from[i]), to, t + now.words.at(i), now.words.words(i));
      }
    }
    to[t] = SeenWord.of(SeenWord.rows(words[0]), seen);
  }
}
