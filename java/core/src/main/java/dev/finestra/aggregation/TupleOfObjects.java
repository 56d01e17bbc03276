package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * {@code tuple(…)} with a member that is an object: a partial aggregate for each member. Where a
 * member's identity is no answer of its own there is a bit for each that has seen a value.
 *
 * <p>Costs: those of the members together.
 */
final class TupleOfObjects extends ObjectAggregation<TupleOfObjects.Parts, List<Object>> {
  private final Members members;
  private final List<ObjectAggregation<Object, ?>> each = new ArrayList<>();
  private final String name;
  private final Set<Property> properties;
  private final boolean tracked;
  private final Parts identity;

  TupleOfObjects(List<Aggregation<?>> all) {
    this.members = new Members(all);
    all.forEach(a -> each.add(object(a)));
    this.name = members.name();
    this.tracked = each.stream().anyMatch(a -> !Objects.equals(a.lower(a.identity()), a.empty()));
    this.properties = members.properties(tracked);
    this.identity = new Parts(0, each.stream().map(ObjectAggregation::identity).toArray());
  }

  /** The members' partial aggregates, and which have seen a value; none where not tracked. */
  static final class Parts {
    final long seen;
    final Object[] each;

    Parts(long seen, Object[] each) {
      this.seen = seen;
      this.each = each;
    }
  }

  @SuppressWarnings("unchecked")
  private static ObjectAggregation<Object, ?> object(Aggregation<?> member) {
    return (ObjectAggregation<Object, ?>)
        (member instanceof ObjectAggregation<?, ?> object ? object : new WordsAsObject<>(member));
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
  public Parts identity() {
    return identity;
  }

  @Override
  public Parts combine(Parts older, Parts newer) {
    Object[] both = new Object[each.size()];
    for (int i = 0; i < both.length; i++) {
      both[i] = each.get(i).combine(older.each[i], newer.each[i]);
    }
    return new Parts(older.seen | newer.seen, both);
  }

  @Override
  public Parts accumulator() {
    return new Parts(0, each.stream().map(ObjectAggregation::accumulator).toArray());
  }

  @Override
  public Parts combineInto(Parts accumulator, Parts newer) {
    for (int i = 0; i < accumulator.each.length; i++) {
      accumulator.each[i] = each.get(i).combineInto(accumulator.each[i], newer.each[i]);
    }
    return new Parts(accumulator.seen | newer.seen, accumulator.each);
  }

  @Override
  public Parts uncombine(Parts total, Parts oldest) {
    Object[] rest = new Object[each.size()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = each.get(i).uncombine(total.each[i], oldest.each[i]);
    }
    return new Parts(total.seen, rest);
  }

  @Override
  public Parts lift(Object value) {
    members.check(name, value);
    long seen = 0;
    Object[] parts = new Object[each.size()];
    for (int i = 0; i < parts.length; i++) {
      Object part = members.part(i, value);
      parts[i] = part == null ? each.get(i).identity() : each.get(i).lift(part);
      seen |= part == null ? 0 : 1L << i;
    }
    return new Parts(tracked ? seen : 0, parts);
  }

  @Override
  public List<Object> lower(Parts state) {
    Object[] answers = new Object[each.size()];
    for (int i = 0; i < answers.length; i++) {
      boolean seen = !tracked || (state.seen >>> i & 1) != 0;
      answers[i] = seen ? each.get(i).lower(state.each[i]) : each.get(i).empty();
    }
    return Collections.unmodifiableList(Arrays.asList(answers));
  }

  @Override
  public void write(Parts state, DataOutput out) throws IOException {
    out.writeLong(state.seen);
    for (int i = 0; i < state.each.length; i++) {
      each.get(i).write(state.each[i], out);
    }
  }

  @Override
  public Parts read(DataInput in) throws IOException {
    long seen = in.readLong();
    Object[] parts = new Object[each.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = each.get(i).read(in);
    }
    return new Parts(seen, parts);
  }

  @Override
  public long bytes(Parts state) {
    long bytes = 48 + 4L * state.each.length;
    for (int i = 0; i < state.each.length; i++) {
      bytes += each.get(i).bytes(state.each[i]);
    }
    return bytes;
  }
}
