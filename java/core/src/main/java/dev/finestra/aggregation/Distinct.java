package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * {@code count_distinct} and {@code collect_distinct}: how many different values there are, and
 * which, rising; exact, up to {@link Limits#VALUES} of them. Doubles differ where {@link
 * Double#equals} says so: 0.0 and −0.0 do, two NaN do not.
 *
 * <p>Costs: combine O(size of both), lower O(1) and O(size).
 */
final class Distinct {
  private Distinct() {}

  /** Of numbers, by their keys. */
  private abstract static class OfNumbers<O> extends AnObject<LongSet, O> {
    OfNumbers(String name, ValueType input) {
      super(name, input, Property.COMMUTATIVE, Property.EXACT);
    }

    @Override
    public final LongSet identity() {
      return LongSet.EMPTY;
    }

    @Override
    public final LongSet combine(LongSet older, LongSet newer) {
      LongSet both = older.union(newer);
      Limits.check(name(), both.size(), Limits.VALUES, "distinct values");
      return both;
    }

    @Override
    public final LongSet accumulator() {
      return LongSet.filling();
    }

    @Override
    public final LongSet combineInto(LongSet accumulator, LongSet newer) {
      if (accumulator.addAll(newer) > Limits.VALUES) {
        Limits.check(name(), accumulator.size(), Limits.VALUES, "distinct values");
      }
      return accumulator;
    }

    @Override
    public final LongSet lift(Object value) {
      return LongSet.of(Keys.of(name(), input(), value));
    }

    @Override
    public final LongSet lift(long value) {
      return LongSet.of(input() == ValueType.LONG ? value : Keys.toKey((double) value));
    }

    @Override
    public final LongSet lift(double value) {
      return LongSet.of(
          input() == ValueType.LONG ? Values.toLong(name(), value) : Keys.toKey(value));
    }

    @Override
    public final void write(LongSet state, DataOutput out) throws IOException {
      Packed.writeLongs(state.toArray(), out);
    }

    @Override
    public final LongSet read(DataInput in) throws IOException {
      LongSet set = LongSet.ofSorted(Packed.readLongs(in, Limits.VALUES));
      if (set == null) {
        throw new IOException("distinct values are not in order");
      }
      return set;
    }

    @Override
    public final long bytes(LongSet state) {
      return state.bytes();
    }
  }

  /** How many numbers. */
  static final class CountOfNumbers extends OfNumbers<Long> {
    CountOfNumbers(ValueType input) {
      super("count_distinct", input);
    }

    @Override
    public Long empty() {
      return 0L;
    }

    @Override
    public Long lower(LongSet state) {
      return (long) state.size();
    }
  }

  /** Which numbers. */
  static final class CollectOfNumbers extends OfNumbers<List<Object>> {
    CollectOfNumbers(ValueType input) {
      super("collect_distinct", input);
    }

    @Override
    public List<Object> empty() {
      return List.of();
    }

    @Override
    public List<Object> lower(LongSet state) {
      List<Object> all = new ArrayList<>(state.size());
      for (long key : state.toArray()) {
        all.add(input() == ValueType.LONG ? (Object) key : (Object) Keys.fromKey(key));
      }
      return Collections.unmodifiableList(all);
    }
  }

  /** Of texts. */
  private abstract static class OfTexts<O> extends AnObject<TextSet, O> {
    OfTexts(String name) {
      super(name, ValueType.STRING, Property.COMMUTATIVE, Property.EXACT);
    }

    @Override
    public final TextSet identity() {
      return TextSet.EMPTY;
    }

    @Override
    public final TextSet combine(TextSet older, TextSet newer) {
      TextSet both = older.union(newer);
      Limits.check(name(), both.size(), Limits.VALUES, "distinct values");
      return both;
    }

    @Override
    public final TextSet accumulator() {
      return TextSet.filling();
    }

    @Override
    public final TextSet combineInto(TextSet accumulator, TextSet newer) {
      if (accumulator.addAll(newer) > Limits.VALUES) {
        Limits.check(name(), accumulator.size(), Limits.VALUES, "distinct values");
      }
      return accumulator;
    }

    @Override
    public final TextSet lift(Object value) {
      return TextSet.of(Values.toText(name(), value));
    }

    @Override
    public final void write(TextSet state, DataOutput out) throws IOException {
      Packed.writeValues(input(), state.toArray(), out);
    }

    @Override
    public final TextSet read(DataInput in) throws IOException {
      Object[] values = Packed.readValues(input(), in, Limits.VALUES);
      TextSet set = TextSet.ofSorted(Arrays.copyOf(values, values.length, String[].class));
      if (set == null) {
        throw new IOException("distinct values are not in order");
      }
      return set;
    }

    @Override
    public final long bytes(TextSet state) {
      return state.bytes();
    }
  }

  /** How many texts. */
  static final class CountOfTexts extends OfTexts<Long> {
    CountOfTexts() {
      super("count_distinct");
    }

    @Override
    public Long empty() {
      return 0L;
    }

    @Override
    public Long lower(TextSet state) {
      return (long) state.size();
    }
  }

  /** Which texts. */
  static final class CollectOfTexts extends OfTexts<List<Object>> {
    CollectOfTexts() {
      super("collect_distinct");
    }

    @Override
    public List<Object> empty() {
      return List.of();
    }

    @Override
    public List<Object> lower(TextSet state) {
      return Collections.unmodifiableList(Arrays.asList((Object[]) state.toArray()));
    }
  }
}
