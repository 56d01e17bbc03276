package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import dev.finestra.windowing.WindowResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * {@link ColumnAggregations} whose partial results are words: the {@link SeenWord}, then the words
 * of each column in turn. Columns whose partial results are objects take no words here; {@link
 * ObjectColumns} handles them.
 *
 * <p>Costs: those of the columns together, and one step for the first word.
 */
final class WordColumns extends NamedWordsAggregation<WindowResult> implements CombineCounter {
  private final LongAggregation<?>[] longs;
  private final WordsAggregation<?>[] words;
  private final Aggregation<?>[] all;
  private final int[] at;
  private final Object[] ofNothing;

  private long combines;

  WordColumns(String name, List<? extends Aggregation<?>> all, Object[] ofNothing) {
    super(
        name, all.get(0).input(), 1 + all.stream().mapToInt(WordColumns::words).sum(), common(all));
    this.all = all.toArray(Aggregation<?>[]::new);
    this.longs = new LongAggregation<?>[all.size()];
    this.words = new WordsAggregation<?>[all.size()];
    this.at = new int[all.size()];
    this.ofNothing = ofNothing;
    int next = 1;
    for (int i = 0; i < at.length; i++) {
      at[i] = next;
      next += words(this.all[i]);
      longs[i] = this.all[i] instanceof LongAggregation<?> one ? one : null;
      words[i] = this.all[i] instanceof WordsAggregation<?> few ? few : null;
    }
  }

  /** The number of words of a column; 0 for a column of objects. */
  private static int words(Aggregation<?> column) {
    return column instanceof WordsAggregation<?> few
        ? few.words()
        : column instanceof LongAggregation<?> ? 1 : 0;
  }

  /** The properties that all columns have. The row count is neither invertible nor selective. */
  private static Set<Property> common(List<? extends Aggregation<?>> all) {
    Set<Property> common = EnumSet.allOf(Property.class);
    all.forEach(a -> common.retainAll(a.properties()));
    common.remove(Property.SELECTIVE);
    common.remove(Property.INVERTIBLE);
    return common;
  }

  @Override
  public int columns() {
    return all.length;
  }

  /** The place of a column's words in a partial result. */
  int at(int column) {
    return at[column];
  }

  /** The number of a column's words; 0 for a column of objects. */
  int words(int column) {
    return words(all[column]);
  }

  @Override
  public void identity(long[] to, int t) {
    to[t] = 0;
    for (int i = 0; i < all.length; i++) {
      identity(i, to, t);
    }
  }

  private void identity(int i, long[] to, int t) {
    if (longs[i] != null) {
      to[t + at[i]] = longs[i].identity();
    } else if (words[i] != null) {
      words[i].identity(to, t + at[i]);
    }
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    combines++;
    to[t] = SeenWord.combine(older[o], newer[n]);
    for (int i = 0; i < all.length; i++) {
      int a = at[i];
      if (longs[i] != null) {
        to[t + a] = longs[i].combine(older[o + a], newer[n + a]);
      } else if (words[i] != null) {
        words[i].combine(older, o + a, newer, n + a, to, t + a);
      }
    }
  }

  @Override
  public void lift(long value, long[] to, int t) {
    throw new UnsupportedOperationException(
        name() + " accepts rows (Object[]), not the long " + value);
  }

  @Override
  public void lift(double value, long[] to, int t) {
    throw new UnsupportedOperationException(
        name() + " accepts rows (Object[]), not the double " + value);
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    if (value instanceof long[] partial) {
      System.arraycopy(partial, 0, to, t, words());
      return;
    }
    Object[] row = (Object[]) value;
    long seen = 0;
    for (int i = 0; i < all.length; i++) {
      if (row[i] == null) {
        identity(i, to, t);
        continue;
      }
      seen |= 1L << i;
      if (longs[i] != null) {
        to[t + at[i]] = longs[i].lift(row[i]);
      } else if (words[i] != null) {
        words[i].lift(row[i], to, t + at[i]);
      }
    }
    to[t] = SeenWord.of(1, seen);
  }

  @Override
  public void add(Object value, long[] to, int t) {
    if (value instanceof long[] partial) {
      combine(to, t, partial, 0, to, t);
      return;
    }
    combines++;
    Object[] row = (Object[]) value;
    long seen = 0;
    for (int i = 0; i < all.length; i++) {
      if (row[i] == null) {
        continue;
      }
      seen |= 1L << i;
      int a = t + at[i];
      if (longs[i] != null) {
        to[a] = longs[i].combine(to[a], longs[i].lift(row[i]));
      } else if (words[i] != null) {
        words[i].add(row[i], to, a);
      }
    }
    to[t] = SeenWord.combine(to[t], SeenWord.of(1, seen));
  }

  @Override
  public WindowResult lower(long[] state, int s) {
    if (SeenWord.rows(state[s]) == 0) {
      return null;
    }
    Object[] answers = new Object[all.length];
    for (int i = 0; i < all.length; i++) {
      answers[i] = SeenWord.seen(state[s], i) ? lower(i, state, s) : ofNothing[i];
    }
    return new WindowResult(SeenWord.rows(state[s]), answers);
  }

  /** A column's result; null for a column of objects. */
  private Object lower(int i, long[] state, int s) {
    if (longs[i] != null) {
      return longs[i].lower(state[s + at[i]]);
    }
    return words[i] != null ? words[i].lower(state, s + at[i]) : null;
  }

  @Override
  public long combines() {
    return combines;
  }
}
