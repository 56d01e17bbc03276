package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * {@link Columns} of which at least one has an object for its partial aggregate: the words of those
 * that are words, as {@link WordColumns} has them, and the others' objects.
 *
 * <p>Costs: those of the columns together, and two arrays a combine.
 */
final class ObjectColumns extends ObjectAggregation<ObjectColumns.Parts, Answer>
    implements Counted {
  private final WordColumns words;
  private final Aggregation<?>[] all;
  private final ObjectAggregation<Object, ?>[] objects;
  private final Parts identity;

  /** The words of all columns that have words, and the objects of the others, null elsewhere. */
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
  public Answer empty() {
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
  public Answer lower(Parts parts) {
    Answer answer = words.lower(parts.words, 0);
    if (answer != null) {
      Object[] values = (Object[]) answer.value();
      for (int i = 0; i < objects.length; i++) {
        if (objects[i] != null && Head.seen(parts.words[0], i)) {
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
