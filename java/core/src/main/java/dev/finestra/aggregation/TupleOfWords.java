package dev.finestra.aggregation;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * {@code tuple(…)} of members that are all of a word or of a few: their words one after the other.
 * Where a member's identity is no answer of its own (as of {@code min} over longs), a word before
 * them has a bit for each member that has seen a value.
 *
 * <p>Costs: those of the members together.
 */
final class TupleOfWords extends WordsAggregation<List<Object>> {
  private final Members members;
  private final WordsAggregation<?>[] each;
  private final int[] at;
  private final boolean tracked;
  private final long allSeen;
  private final String name;
  private final Set<Property> properties;

  TupleOfWords(List<Aggregation<?>> all) {
    this.members = new Members(all);
    this.each = all.stream().map(TupleOfWords::words).toArray(WordsAggregation<?>[]::new);
    this.tracked = Arrays.stream(each).anyMatch(TupleOfWords::needsTracking);
    this.allSeen = -1L >>> -each.length;
    this.at = new int[each.length + 1];
    this.at[0] = tracked ? 1 : 0;
    for (int i = 0; i < each.length; i++) {
      at[i + 1] = at[i] + each[i].words();
    }
    this.name = members.name();
    this.properties = members.properties(tracked);
  }

  private static WordsAggregation<?> words(Aggregation<?> member) {
    return member instanceof LongAggregation<?> one
        ? new OneAsWords<>(one)
        : (WordsAggregation<?>) member;
  }

  private static boolean needsTracking(WordsAggregation<?> member) {
    long[] identity = new long[member.words()];
    member.identity(identity, 0);
    return !Objects.equals(member.lower(identity, 0), member.empty());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ValueType input() {
    return members.input();
  }

  @Override
  public int columns() {
    return members.columns();
  }

  @Override
  public List<ValueType> row(int columns) {
    return members.row(name, columns);
  }

  @Override
  public Set<Property> properties() {
    return properties;
  }

  @Override
  public List<Object> empty() {
    return members.empty();
  }

  @Override
  public int words() {
    return at[each.length];
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
    members.check(name, value);
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
  public List<Object> lower(long[] state, int s) {
    Object[] answers = new Object[each.length];
    for (int i = 0; i < each.length; i++) {
      boolean seen = !tracked || (state[s] >>> i & 1) != 0;
      answers[i] = seen ? each[i].lower(state, s + at[i]) : each[i].empty();
    }
    return Collections.unmodifiableList(Arrays.asList(answers));
  }
}
