package dev.finestra.internal.aggregation.tuples;

import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.ResultType;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * {@code tuple(…)} with at least one member whose partial result is an object. The tuple holds a
 * partial result for each member. If the identity of a member looks like a value, a bit for each
 * member says whether it has seen a value.
 *
 * <p>Costs: those of the members together.
 */
final class TupleOfObjects extends NamedObjectAggregation<TupleOfObjects.Parts, List<Object>> {
  private final TupleMembers members;
  private final List<ObjectAggregation<Object, ?>> each;
  private final boolean tracked;
  private final Parts identity;

  TupleOfObjects(TupleMembers members) {
    super(members.name(), members.input(), members.properties());
    this.members = members;
    this.each = members.asObjects;
    this.tracked = members.tracked;
    this.identity = new Parts(0, each.stream().map(ObjectAggregation::identity).toArray());
  }

  /** The members' partial results; the bits of {@code seen} are 0 if they are not needed. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Parts(long seen, Object[] each) {}

  @Override
  public int columns() {
    return members.columns();
  }

  @Override
  public List<ValueType> row(int columns) {
    return members.row(name(), columns);
  }

  @Override
  public ResultType result() {
    return members.result();
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
    members.check(name(), value);
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
