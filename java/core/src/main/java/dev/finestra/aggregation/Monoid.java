package dev.finestra.aggregation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The three shapes of aggregations as one, for checking laws: a partial aggregate is a Long, an
 * array of words, or the object itself.
 */
abstract class Monoid<S> {
  /** An aggregation wrote to words outside of its partial aggregate. */
  static final class Trespass extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Trespass() {
      super("The aggregation wrote to words outside of its partial aggregate.");
    }
  }

  @SuppressWarnings("unchecked")
  static Monoid<Object> of(Aggregation<?> aggregation) {
    Monoid<?> monoid =
        aggregation instanceof LongAggregation<?> one
            ? new OfWord(one)
            : aggregation instanceof WordsAggregation<?> words
                ? new OfWords(words)
                : new OfObject<>((ObjectAggregation<?, ?>) aggregation);
    return (Monoid<Object>) monoid;
  }

  abstract S identity();

  abstract S lift(Object value);

  abstract S combine(S older, S newer);

  /** As combine, into a copy of the older operand, or into an accumulator. */
  abstract S combineIntoOlder(S older, S newer);

  /** As combine, into a copy of the newer operand where the shape has that. */
  S combineIntoNewer(S older, S newer) {
    return combine(older, newer);
  }

  abstract S uncombine(S total, S oldest);

  abstract Object lower(S state);

  abstract void write(S state, DataOutput out) throws IOException;

  abstract S read(DataInputStream in) throws IOException;

  final byte[] bytes(S state) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(state, new DataOutputStream(bytes));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
    return bytes.toByteArray();
  }

  /** Reads a partial aggregate from its bytes; throws if bytes are left over. */
  final S again(byte[] bytes) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      S state = read(in);
      if (in.available() > 0) {
        throw new IOException(in.available() + " bytes were not read.");
      }
      return state;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static final class OfWord extends Monoid<Long> {
    private final LongAggregation<?> f;

    OfWord(LongAggregation<?> f) {
      this.f = f;
    }

    @Override
    Long identity() {
      return f.identity();
    }

    @Override
    Long lift(Object value) {
      return f.lift(value);
    }

    @Override
    Long combine(Long older, Long newer) {
      return f.combine(older, newer);
    }

    @Override
    Long combineIntoOlder(Long older, Long newer) {
      return f.combine(older, newer);
    }

    @Override
    Long uncombine(Long total, Long oldest) {
      return f.uncombine(total, oldest);
    }

    @Override
    Object lower(Long state) {
      return f.lower(state);
    }

    @Override
    void write(Long state, DataOutput out) throws IOException {
      out.writeLong(state);
    }

    @Override
    Long read(DataInputStream in) throws IOException {
      return in.readLong();
    }
  }

  /**
   * Partial aggregates stand in the middle of an array, whose other words must stay as they are.
   */
  private static final class OfWords extends Monoid<long[]> {
    private static final long OTHERS = 0x5ca1ab1edeadbeefL;
    private final WordsAggregation<?> f;
    private final int words;

    OfWords(WordsAggregation<?> f) {
      this.f = f;
      this.words = f.words();
    }

    private long[] room() {
      long[] room = new long[words + 2];
      room[0] = OTHERS;
      room[words + 1] = OTHERS;
      return room;
    }

    private static long[] checked(long[] room) {
      if (room[0] != OTHERS || room[room.length - 1] != OTHERS) {
        throw new Trespass();
      }
      return room;
    }

    @Override
    long[] identity() {
      long[] to = room();
      f.identity(to, 1);
      return checked(to);
    }

    @Override
    long[] lift(Object value) {
      long[] to = room();
      f.lift(value, to, 1);
      return checked(to);
    }

    @Override
    long[] combine(long[] older, long[] newer) {
      long[] to = room();
      f.combine(older, 1, newer, 1, to, 1);
      return checked(to);
    }

    @Override
    long[] combineIntoOlder(long[] older, long[] newer) {
      long[] to = older.clone();
      f.combine(to, 1, newer, 1, to, 1);
      return checked(to);
    }

    @Override
    long[] combineIntoNewer(long[] older, long[] newer) {
      long[] to = newer.clone();
      f.combine(older, 1, to, 1, to, 1);
      return checked(to);
    }

    @Override
    long[] uncombine(long[] total, long[] oldest) {
      long[] to = total.clone();
      f.uncombine(to, 1, oldest, 1, to, 1);
      return checked(to);
    }

    @Override
    Object lower(long[] state) {
      return f.lower(state, 1);
    }

    @Override
    void write(long[] state, DataOutput out) throws IOException {
      for (int i = 1; i <= words; i++) {
        out.writeLong(state[i]);
      }
    }

    @Override
    long[] read(DataInputStream in) throws IOException {
      long[] to = room();
      for (int i = 1; i <= words; i++) {
        to[i] = in.readLong();
      }
      return to;
    }
  }

  private static final class OfObject<S> extends Monoid<S> {
    private final ObjectAggregation<S, ?> f;

    OfObject(ObjectAggregation<S, ?> f) {
      this.f = f;
    }

    @Override
    S identity() {
      return f.identity();
    }

    @Override
    S lift(Object value) {
      return f.lift(value);
    }

    @Override
    S combine(S older, S newer) {
      return f.combine(older, newer);
    }

    @Override
    S combineIntoOlder(S older, S newer) {
      return f.combineInto(f.combineInto(f.accumulator(), older), newer);
    }

    @Override
    S uncombine(S total, S oldest) {
      return f.uncombine(total, oldest);
    }

    @Override
    Object lower(S state) {
      return f.lower(state);
    }

    @Override
    void write(S state, DataOutput out) throws IOException {
      f.write(state, out);
    }

    @Override
    S read(DataInputStream in) throws IOException {
      return f.read(in);
    }
  }
}
