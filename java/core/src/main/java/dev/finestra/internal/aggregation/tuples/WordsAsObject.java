package dev.finestra.internal.aggregation.tuples;

import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Adapts an aggregation of words to the shape of an object: an array of the words. */
final class WordsAsObject<O> extends NamedObjectAggregation<long[], O> {
  private final WordsAggregation<O> words;

  WordsAsObject(WordsAggregation<O> words) {
    super(words.name(), words.input(), words.properties());
    this.words = words;
  }

  @Override
  public int columns() {
    return words.columns();
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
    return combineInto(older.clone(), newer);
  }

  @Override
  public long[] combineInto(long[] accumulator, long[] newer) {
    words.combine(accumulator, 0, newer, 0, accumulator, 0);
    return accumulator;
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
