package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import dev.finestra.windowing.WindowResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@link ColumnAggregations} of which at least one keeps an object as its partial result: the words
 * of the others, laid out as in {@link WordColumns}, and the objects.
 *
 * <p>Costs: those of the columns together, and two arrays for each combine that is not in place.
 */
final class ObjectColumns extends NamedObjectAggregation<ObjectColumns.Parts, WindowResult>
    implements OwnedObjects<ObjectColumns.Parts>, CombineCounter {
  private final WordColumns words;

  /** The columns that keep objects, and their places among all columns. */
  private final ObjectAggregation<Object, ?>[] objects;

  private final int[] places;
  private final Parts identity;

  /**
   * The words of the columns that have words, and the objects of the others. The first object has a
   * field, because most windows have one, and with many keys each array is a cache miss.
   */
  static final class Parts {
    private static final Object[] NONE = {};

    private final long[] words;
    private Object first;
    private final Object[] others;

    private Parts(long[] words, int objects) {
      this.words = words;
      this.others = objects == 1 ? NONE : new Object[objects - 1];
    }

    /** Some words of an array, without objects. */
    static Parts ofWords(long[] words, int at, int length) {
      return new Parts(Arrays.copyOfRange(words, at, at + length), 1);
    }

    long[] words() {
      return words;
    }

    Object get(int i) {
      return i == 0 ? first : others[i - 1];
    }

    void set(int i, Object object) {
      if (i == 0) {
        first = object;
      } else {
        others[i - 1] = object;
      }
    }
  }

  @SuppressWarnings("unchecked")
  ObjectColumns(WordColumns words, List<? extends Aggregation<?>> all) {
    super(words.name(), words.input(), words.properties());
    this.words = words;
    this.places =
        IntStream.range(0, all.size())
            .filter(i -> all.get(i) instanceof ObjectAggregation)
            .toArray();
    this.objects = (ObjectAggregation<Object, ?>[]) new ObjectAggregation<?, ?>[places.length];
    this.identity = new Parts(new long[words.words()], objects.length);
    words.identity(identity.words, 0);
    for (int i = 0; i < objects.length; i++) {
      objects[i] = (ObjectAggregation<Object, ?>) all.get(places[i]);
      identity.set(i, objects[i].identity());
    }
  }

  @Override
  public int columns() {
    return words.columns();
  }

  /** The columns without objects, and the places of all words. */
  WordColumns words() {
    return words;
  }

  /** The number of a column's object among the objects; −1 if the column has words. */
  int place(int column) {
    return Math.max(-1, Arrays.binarySearch(places, column));
  }

  @Override
  public Parts identity() {
    return identity;
  }

  @Override
  public Parts combine(Parts older, Parts newer) {
    Parts both = new Parts(new long[words.words()], objects.length);
    words.combine(older.words, 0, newer.words, 0, both.words, 0);
    for (int i = 0; i < objects.length; i++) {
      both.set(i, objects[i].combine(older.get(i), newer.get(i)));
    }
    return both;
  }

  @Override
  public long combines() {
    return words.combines();
  }

  @Override
  public Parts accumulator() {
    Parts fresh = new Parts(identity.words.clone(), objects.length);
    for (int i = 0; i < objects.length; i++) {
      fresh.set(i, objects[i].accumulator());
    }
    return fresh;
  }

  @Override
  public Parts combineInto(Parts accumulator, Parts newer) {
    words.combine(accumulator.words, 0, newer.words, 0, accumulator.words, 0);
    for (int i = 0; i < objects.length; i++) {
      accumulator.set(i, objects[i].combineInto(accumulator.get(i), newer.get(i)));
    }
    return accumulator;
  }

  @Override
  public Parts lift(Object value) {
    if (value instanceof Parts partial) {
      return partial;
    }
    Parts parts = new Parts(new long[words.words()], objects.length);
    words.lift(value, parts.words, 0);
    for (int i = 0; i < objects.length; i++) {
      Object own = ((Object[]) value)[places[i]];
      parts.set(i, own == null ? objects[i].accumulator() : lifted(objects[i], own));
    }
    return parts;
  }

  /** Other columns may share what they lift or read, so they get an accumulator. */
  private static Object lifted(ObjectAggregation<Object, ?> f, Object value) {
    return f instanceof OwnedObjects ? f.lift(value) : f.add(f.accumulator(), value);
  }

  @Override
  public Parts add(Parts accumulator, Object value) {
    if (value instanceof Parts partial) {
      return combineInto(accumulator, partial);
    }
    words.add(value, accumulator.words, 0);
    for (int i = 0; i < objects.length; i++) {
      Object own = ((Object[]) value)[places[i]];
      if (own != null) {
        Object before = accumulator.get(i);
        Object sum = objects[i].add(before, own);
        if (sum != before) {
          accumulator.set(i, sum);
        }
      }
    }
    return accumulator;
  }

  @Override
  public WindowResult lower(Parts parts) {
    WindowResult answer = words.lower(parts.words, 0);
    for (int i = 0; answer != null && i < objects.length; i++) {
      if (SeenWord.seen(parts.words[0], places[i])) {
        ((Object[]) answer.value())[places[i]] = objects[i].lower(parts.get(i));
      }
    }
    return answer;
  }

  @Override
  public void write(Parts parts, DataOutput out) throws IOException {
    for (long word : parts.words) {
      out.writeLong(word);
    }
    for (int i = 0; i < objects.length; i++) {
      objects[i].write(parts.get(i), out);
    }
  }

  @Override
  public Parts read(DataInput in) throws IOException {
    Parts parts = new Parts(new long[words.words()], objects.length);
    for (int i = 0; i < parts.words.length; i++) {
      parts.words[i] = in.readLong();
    }
    for (int i = 0; i < objects.length; i++) {
      parts.set(i, read(objects[i], in));
    }
    return parts;
  }

  private static Object read(ObjectAggregation<Object, ?> f, DataInput in) throws IOException {
    Object read = f.read(in);
    return f instanceof OwnedObjects ? read : f.combineInto(f.accumulator(), read);
  }

  @Override
  public long bytes(Parts parts) {
    long bytes = 64 + 8L * parts.words.length + 4L * words.columns();
    for (int i = 0; i < objects.length; i++) {
      bytes += objects[i].bytes(parts.get(i));
    }
    return bytes;
  }
}
