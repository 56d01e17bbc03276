package dev.finestra.internal.aggregation.tuples;

import dev.finestra.aggregation.ResultType;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * {@code tuple(…)} whose members all hold words: their words, one after the other. If the identity
 * of a member looks like a value (as in {@code min} over longs), another word before them has a bit
 * for each member that has seen a value.
 *
 * <p>Costs: those of the members together.
 */
final class TupleOfWords extends NamedWordsAggregation<List<Object>> {
  private final TupleMembers members;
  private final WordsAggregation<?>[] each;
  private final int[] at;
  private final boolean tracked;
  private final long allSeen;

  TupleOfWords(TupleMembers members) {
    this(
        members,
        members.all.stream().map(TupleMembers::asWords).toArray(WordsAggregation<?>[]::new));
  }

  private TupleOfWords(TupleMembers members, WordsAggregation<?>[] each) {
    super(
        members.name(),
        members.input(),
        Arrays.stream(each).mapToInt(WordsAggregation::words).sum() + (members.tracked ? 1 : 0),
        members.properties());
    this.members = members;
    this.each = each;
    this.tracked = members.tracked;
    this.allSeen = -1L >>> -each.length;
    this.at = new int[each.length];
    int next = tracked ? 1 : 0;
    for (int i = 0; i < each.length; i++) {
      at[i] = next;
      next += each[i].words();
    }
  }

  @Override
  public int columns() {
    return members.columns();
  }

  @Override
  public List<ValueType> row(int columns) {
    return members.row(name(), columns);
  }

  @Override
  public List<Object> empty() {
    return members.empty();
  }

  @Override
  public ResultType result() {
    return members.result();
  }

  @Override
  public void identity(long[] to, int t) {
    to[t] = 0;
    for (int i = 0; i < each.length; i++) {
      each[i].identity(to, t + at[i]);
    }
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    if (tracked) {
      to[t] = older[o] | newer[n];
    }
    for (int i = 0; i < each.length; i++) {
      each[i].combine(older, o + at[i], newer, n + at[i], to, t + at[i]);
    }
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    if (!is(Property.INVERTIBLE)) {
      super.uncombine(total, o, oldest, n, to, t);
    }
    for (int i = 0; i < each.length; i++) {
      each[i].uncombine(total, o + at[i], oldest, n + at[i], to, t + at[i]);
    }
  }

  @Override
  public void lift(long value, long[] to, int t) {
    to[t] = allSeen;
    for (int i = 0; i < each.length; i++) {
      each[i].lift(value, to, t + at[i]);
    }
  }

  @Override
  public void lift(double value, long[] to, int t) {
    to[t] = allSeen;
    for (int i = 0; i < each.length; i++) {
      each[i].lift(value, to, t + at[i]);
    }
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    members.check(name(), value);
    long seen = 0;
    for (int i = 0; i < each.length; i++) {
      Object part = members.part(i, value);
      if (part == null) {
        each[i].identity(to, t + at[i]);
      } else {
        each[i].lift(part, to, t + at[i]);
        seen |= 1L << i;
      }
    }
    if (tracked) {
      to[t] = seen;
    }
  }

  @Override
  public void add(Object value, long[] to, int t) {
    members.check(name(), value);
    for (int i = 0; i < each.length; i++) {
      Object part = members.part(i, value);
      if (part != null) {
        each[i].add(part, to, t + at[i]);
        if (tracked) {
          to[t] |= 1L << i;
        }
      }
    }
  }

  @Override
  public List<Object> lower(long[] state, int s) {
    Object[] answers = new Object[each.length];
    for (int i = 0; i < each.length; i++) {
      boolean seen = !tracked || (state[s] >>> i & 1) != 0;
      answers[i] = seen ? each[i].lower(state, s + at[i]) : each[i].empty();
    }
    return Collections.unmodifiableList(Arrays.asList(answers));
  }
}
