package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;

/** An aggregation of words as one of an object, an array of its words, for tuples. */
final class WordsAsObject<O> extends ObjectAggregation<long[], O> {
  private final WordsAggregation<O> words;

  WordsAsObject(Aggregation<O> aggregation) {
    this.words =
        aggregation instanceof LongAggregation<O> one
            ? new OneAsWords<>(one)
            : (WordsAggregation<O>) aggregation;
  }

  @Override
  public String name() {
    return words.name();
  }

  @Override
  public ValueType input() {
    return words.input();
  }

  @Override
  public int columns() {
    return words.columns();
  }

  @Override
  public Set<Property> properties() {
    return words.properties();
  }

  @Override
  public O empty() {
    return words.empty();
  }

  @Override
  public long[] identity() {
    long[] identity = new long[words.words()];
    words.identity(identity, 0);
    return identity;
  }

  @Override
  public long[] combine(long[] older, long[] newer) {
    return combine(older, newer, new long[words.words()]);
  }

  private long[] combine(long[] older, long[] newer, long[] to) {
    words.combine(older, 0, newer, 0, to, 0);
    return to;
  }

  @Override
  public long[] combineInto(long[] accumulator, long[] newer) {
    return combine(accumulator, newer, accumulator);
  }

  @Override
  public long[] uncombine(long[] total, long[] oldest) {
    long[] rest = new long[words.words()];
    words.uncombine(total, 0, oldest, 0, rest, 0);
    return rest;
  }

  @Override
  public long[] lift(Object value) {
    long[] state = new long[words.words()];
    words.lift(value, state, 0);
    return state;
  }

  @Override
  public O lower(long[] state) {
    return words.lower(state, 0);
  }

  @Override
  public void write(long[] state, DataOutput out) throws IOException {
    for (long word : state) {
      out.writeLong(word);
    }
  }

  @Override
  public long[] read(DataInput in) throws IOException {
    long[] state = new long[words.words()];
    for (int i = 0; i < state.length; i++) {
      state[i] = in.readLong();
    }
    return state;
  }

  @Override
  public long bytes(long[] state) {
    return 16 + 8L * state.length;
  }
}
