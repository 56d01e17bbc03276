package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;

/**
 * An aggregation of words in the shape of an object, for checking laws. A partial result is in the
 * middle of an array, whose other words must not change.
 */
final class GuardedWords extends ObjectAggregation<long[], Object> {
  private static final long OTHERS = 0x5ca1ab1edeadbeefL;
  private final WordsAggregation<?> f;
  private final int words;

  /** An aggregation wrote to words outside of its partial result. */
  static final class Trespass extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Trespass() {
      super("The aggregation wrote to words outside of its partial result.");
    }
  }

  private GuardedWords(WordsAggregation<?> f) {
    this.f = f;
    this.words = f.words();
  }

  /** Any aggregation in the shape of an object. */
  @SuppressWarnings("unchecked")
  static ObjectAggregation<Object, ?> objects(Aggregation<?> aggregation) {
    ObjectAggregation<?, ?> objects =
        aggregation instanceof ObjectAggregation<?, ?> object
            ? object
            : new GuardedWords(
                aggregation instanceof LongAggregation<?> one
                    ? one.asWords()
                    : (WordsAggregation<?>) aggregation);
    return (ObjectAggregation<Object, ?>) objects;
  }

  /** Combines into a copy of the newer operand, if the shape supports that. */
  static Object combineIntoNewer(ObjectAggregation<Object, ?> f, Object older, Object newer) {
    return (Object) f instanceof GuardedWords guarded
        ? guarded.combineIntoNewer((long[]) older, (long[]) newer)
        : f.combine(older, newer);
  }

  /** Room for a partial result, with words that an operation must overwrite. */
  private long[] room() {
    long[] room = new long[words + 2];
    Arrays.fill(room, OTHERS);
    return room;
  }

  private static long[] checked(long[] room) {
    if (room[0] != OTHERS || room[room.length - 1] != OTHERS) {
      throw new Trespass();
    }
    return room;
  }

  @Override
  public String name() {
    return f.name();
  }

  @Override
  public ValueType input() {
    return f.input();
  }

  @Override
  public Set<Property> properties() {
    return f.properties();
  }

  @Override
  public Object empty() {
    return f.empty();
  }

  @Override
  public long[] identity() {
    long[] to = room();
    f.identity(to, 1);
    return checked(to);
  }

  @Override
  public long[] lift(Object value) {
    long[] to = room();
    f.lift(value, to, 1);
    return checked(to);
  }

  @Override
  public long[] combine(long[] older, long[] newer) {
    long[] to = room();
    f.combine(older, 1, newer, 1, to, 1);
    return checked(to);
  }

  /** Null: combining into it copies the other operand, adding to it lifts the value. */
  @Override
  public long[] accumulator() {
    return null;
  }

  @Override
  public long[] combineInto(long[] accumulator, long[] newer) {
    if (accumulator == null) {
      return newer.clone();
    }
    f.combine(accumulator, 1, newer, 1, accumulator, 1);
    return checked(accumulator);
  }

  @Override
  public long[] add(long[] accumulator, Object value) {
    if (accumulator == null) {
      return lift(value);
    }
    f.add(value, accumulator, 1);
    return checked(accumulator);
  }

  private long[] combineIntoNewer(long[] older, long[] newer) {
    long[] to = newer.clone();
    f.combine(older, 1, to, 1, to, 1);
    return checked(to);
  }

  @Override
  public long[] uncombine(long[] total, long[] oldest) {
    long[] to = total.clone();
    f.uncombine(to, 1, oldest, 1, to, 1);
    return checked(to);
  }

  @Override
  public Object lower(long[] state) {
    return f.lower(state, 1);
  }

  @Override
  public void write(long[] state, DataOutput out) throws IOException {
    for (int i = 1; i <= words; i++) {
      out.writeLong(state[i]);
    }
  }

  @Override
  public long[] read(DataInput in) throws IOException {
    long[] to = room();
    for (int i = 1; i <= words; i++) {
      to[i] = in.readLong();
    }
    return to;
  }
}
