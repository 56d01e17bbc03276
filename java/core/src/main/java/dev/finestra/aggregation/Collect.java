package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * {@code collect}: all values in order, as a list of at most {@link Limits#VALUES}.
 *
 * <p>Costs: combine O(1), lower O(n), and O(n) to take out the oldest.
 */
final class Collect extends AnObject<Rope, List<Object>> {
  Collect(ValueType input) {
    super("collect", input, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public List<Object> empty() {
    return List.of();
  }

  @Override
  public Rope identity() {
    return Rope.EMPTY;
  }

  @Override
  public Rope combine(Rope older, Rope newer) {
    Limits.check(name(), (long) older.size() + newer.size(), Limits.VALUES, "values");
    return older.join(newer);
  }

  @Override
  public Rope uncombine(Rope total, Rope oldest) {
    Object[] all = total.toArray();
    int rest = all.length - oldest.size();
    return Rope.of(rest, Arrays.copyOfRange(all, oldest.size(), all.length));
  }

  @Override
  public Rope lift(Object value) {
    return Rope.of(1, value(value));
  }

  @Override
  public List<Object> lower(Rope state) {
    return Collections.unmodifiableList(Arrays.asList(state.toArray()));
  }

  @Override
  public void write(Rope state, DataOutput out) throws IOException {
    Packed.writeValues(input(), state.toArray(), out);
  }

  @Override
  public Rope read(DataInput in) throws IOException {
    Object[] values = Packed.readValues(input(), in, Limits.VALUES);
    return Rope.of(values.length, values);
  }

  @Override
  public long bytes(Rope state) {
    return state.bytes(24, 0);
  }
}
