package dev.finestra.internal.aggregation.collections;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import dev.finestra.internal.aggregation.base.SizeLimits;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;

/**
 * {@code count_distinct} and {@code collect_distinct}: the exact number of different values, and a
 * list of them in rising order. With no entries the result is 0 or an empty list. Doubles are
 * different if {@link Double#equals} says so: 0.0 and −0.0 are, two NaN are not.
 *
 * <p>Costs: combine O(size of both), lower O(1) and O(size). A combine beyond {@link
 * SizeLimits#VALUES} values throws.
 */
abstract class Distinct<S extends ArraySet<?, S>> extends NamedObjectAggregation<S, Object>
    implements OwnedObjects<S> {
  private static final String COUNT = "count_distinct";

  private final boolean counts;

  private Distinct(boolean counts, ValueType input) {
    super(counts ? COUNT : "collect_distinct", input, Property.COMMUTATIVE, Property.EXACT);
    this.counts = counts;
  }

  static Distinct<?> of(boolean counts, ValueType input) {
    return input == ValueType.STRING ? new OfTexts(counts) : new OfNumbers(counts, input);
  }

  /** The values of a set, rising. */
  abstract Object[] values(S set);

  @Override
  public final S combine(S older, S newer) {
    S both = older.union(newer);
    SizeLimits.check(name(), both.size(), SizeLimits.VALUES, "distinct values");
    return both;
  }

  @Override
  public final S combineInto(S accumulator, S newer) {
    return checked(accumulator, accumulator.addAll(newer));
  }

  /** Throws if a set has too many values. {@code filled} may count equal values twice. */
  final S checked(S accumulator, int filled) {
    if (filled > SizeLimits.VALUES) {
      SizeLimits.check(name(), accumulator.size(), SizeLimits.VALUES, "distinct values");
    }
    return accumulator;
  }

  @Override
  public final Object lower(S state) {
    return counts
        ? (Object) (long) state.size()
        : Collections.unmodifiableList(Arrays.asList(values(state)));
  }

  @Override
  public final long bytes(S state) {
    return state.bytes();
  }

  /** Returns a set that was read; null, for values that do not rise, is rejected. */
  private static <S> S inOrder(S set) throws IOException {
    if (set == null) {
      throw new IOException("The distinct values are not in order; the bytes are damaged.");
    }
    return set;
  }

  /** Numbers, as keys. */
  static final class OfNumbers extends Distinct<LongSet> {
    OfNumbers(boolean counts, ValueType input) {
      super(counts, input);
    }

    @Override
    public LongSet identity() {
      return LongSet.EMPTY;
    }

    @Override
    public LongSet accumulator() {
      return LongSet.filling();
    }

    @Override
    public LongSet lift(Object value) {
      return LongSet.of(DoubleWords.of(name(), input(), value));
    }

    @Override
    public LongSet lift(long value) {
      return LongSet.of(input() == ValueType.LONG ? value : DoubleWords.toKey((double) value));
    }

    @Override
    public LongSet lift(double value) {
      return LongSet.of(
          input() == ValueType.LONG
              ? ValueConversions.toLong(name(), value)
              : DoubleWords.toKey(value));
    }

    @Override
    public LongSet add(LongSet accumulator, Object value) {
      return checked(accumulator, accumulator.add(DoubleWords.of(name(), input(), value)));
    }

    @Override
    Object[] values(LongSet set) {
      return input() == ValueType.LONG
          ? Arrays.stream(set.toArray()).boxed().toArray()
          : Arrays.stream(set.toArray()).mapToObj(DoubleWords::fromKey).toArray();
    }

    @Override
    public void write(LongSet state, DataOutput out) throws IOException {
      ValueCodec.writeLongs(state.toArray(), out);
    }

    @Override
    public LongSet read(DataInput in) throws IOException {
      return inOrder(LongSet.ofSorted(ValueCodec.readLongs(in, SizeLimits.VALUES)));
    }
  }

  /** Texts. */
  private static final class OfTexts extends Distinct<TextSet> {
    OfTexts(boolean counts) {
      super(counts, ValueType.STRING);
    }

    @Override
    public TextSet identity() {
      return TextSet.EMPTY;
    }

    @Override
    public TextSet accumulator() {
      return TextSet.filling();
    }

    @Override
    public TextSet lift(Object value) {
      return TextSet.of(ValueConversions.toText(name(), value));
    }

    @Override
    Object[] values(TextSet set) {
      return set.toArray();
    }

    @Override
    public void write(TextSet state, DataOutput out) throws IOException {
      ValueCodec.writeValues(input(), state.toArray(), out);
    }

    @Override
    public TextSet read(DataInput in) throws IOException {
      Object[] values = ValueCodec.readValues(input(), in, SizeLimits.VALUES);
      return inOrder(TextSet.ofSorted(Arrays.copyOf(values, values.length, String[].class)));
    }
  }
}
