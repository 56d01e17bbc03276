package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.windowing.WindowResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * {@link ColumnAggregations} of which at least one keeps an object as its partial result: the words
 * of the others, laid out as in {@link WordColumns}, and the objects.
 *
 * <p>Costs: those of the columns together, and two arrays for each combine.
 */
final class ObjectColumns extends ObjectAggregation<ObjectColumns.Parts, WindowResult>
    implements CombineCounter {
  private final WordColumns words;
  private final Aggregation<?>[] all;
  private final ObjectAggregation<Object, ?>[] objects;
  private final Parts identity;

  /** The words of the columns that have words; the objects of the others, null elsewhere. */
  static final class Parts {
    final long[] words;
    final Object[] objects;

    Parts(long[] words, Object[] objects) {
      this.words = words;
      this.objects = objects;
    }
  }

  @SuppressWarnings("unchecked")
  ObjectColumns(String name, List<? extends Aggregation<?>> all) {
    this.words = new WordColumns(name, all);
    this.all = all.toArray(Aggregation<?>[]::new);
    this.objects = (ObjectAggregation<Object, ?>[]) new ObjectAggregation<?, ?>[all.size()];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = words.isObject(i) ? (ObjectAggregation<Object, ?>) this.all[i] : null;
    }
    this.identity = new Parts(new long[words.words()], new Object[objects.length]);
    words.identity(identity.words, 0);
    for (int i = 0; i < objects.length; i++) {
      identity.objects[i] = objects[i] == null ? null : objects[i].identity();
    }
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
    return all.length;
  }

  @Override
  public Set<Property> properties() {
    return WordColumns.properties(List.of(all));
  }

  @Override
  public WindowResult empty() {
    return null;
  }

  @Override
  public Parts identity() {
    return identity;
  }

  @Override
  public Parts combine(Parts older, Parts newer) {
    Parts both = new Parts(new long[words.words()], new Object[objects.length]);
    words.combine(older.words, 0, newer.words, 0, both.words, 0);
    for (int i = 0; i < objects.length; i++) {
      if (objects[i] != null) {
        both.objects[i] = objects[i].combine(older.objects[i], newer.objects[i]);
      }
    }
    return both;
  }

  @Override
  public long combines() {
    return words.combines();
  }

  @Override
  public Parts accumulator() {
    Parts fresh = new Parts(identity.words.clone(), new Object[objects.length]);
    for (int i = 0; i < objects.length; i++) {
      fresh.objects[i] = objects[i] == null ? null : objects[i].accumulator();
    }
    return fresh;
  }

  @Override
  public Parts combineInto(Parts accumulator, Parts newer) {
    words.combine(accumulator.words, 0, newer.words, 0, accumulator.words, 0);
    for (int i = 0; i < objects.length; i++) {
      if (objects[i] != null) {
        accumulator.objects[i] = objects[i].combineInto(accumulator.objects[i], newer.objects[i]);
      }
    }
    return accumulator;
  }

  @Override
  public Parts lift(Object value) {
    Object[] row = (Object[]) value;
    Parts parts = new Parts(new long[words.words()], new Object[objects.length]);
    words.lift(value, parts.words, 0);
    for (int i = 0; i < objects.length; i++) {
      if (objects[i] != null) {
        parts.objects[i] = row[i] == null ? objects[i].identity() : objects[i].lift(row[i]);
      }
    }
    return parts;
  }

  @Override
  public WindowResult lower(Parts parts) {
    WindowResult answer = words.lower(parts.words, 0);
    if (answer != null) {
      Object[] values = (Object[]) answer.value();
      for (int i = 0; i < objects.length; i++) {
        if (objects[i] != null && SeenWord.seen(parts.words[0], i)) {
          values[i] = objects[i].lower(parts.objects[i]);
        }
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
      if (objects[i] != null) {
        objects[i].write(parts.objects[i], out);
      }
    }
  }

  @Override
  public Parts read(DataInput in) throws IOException {
    Parts parts = new Parts(new long[words.words()], new Object[objects.length]);
    for (int i = 0; i < parts.words.length; i++) {
      parts.words[i] = in.readLong();
    }
    for (int i = 0; i < objects.length; i++) {
      parts.objects[i] = objects[i] == null ? null : objects[i].read(in);
    }
    return parts;
  }

  @Override
  public long bytes(Parts parts) {
    long bytes = 64 + 8L * parts.words.length + 4L * parts.objects.length;
    for (int i = 0; i < objects.length; i++) {
      bytes += objects[i] == null ? 0 : objects[i].bytes(parts.objects[i]);
    }
    return bytes;
  }
}
