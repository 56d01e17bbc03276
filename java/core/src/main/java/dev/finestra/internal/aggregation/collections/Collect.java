package dev.finestra.internal.aggregation.collections;

import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.SizeLimits;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * {@code collect}: all values in order, as a list. With no entries it is empty.
 *
 * <p>Costs: combine O(1), lower O(n), uncombine O(n). A combine beyond {@link SizeLimits#VALUES}
 * values throws.
 */
final class Collect extends NamedObjectAggregation<Rope, List<Object>> {
  Collect(ValueType input) {
    super("collect", input, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public Rope identity() {
    return Rope.EMPTY;
  }

  @Override
  public Rope combine(Rope older, Rope newer) {
    SizeLimits.check(name(), (long) older.size() + newer.size(), SizeLimits.VALUES, "values");
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
    ValueCodec.writeValues(input(), state.toArray(), out);
  }

  @Override
  public Rope read(DataInput in) throws IOException {
    Object[] values = ValueCodec.readValues(input(), in, SizeLimits.VALUES);
    return Rope.of(values.length, values);
  }

  @Override
  public long bytes(Rope state) {
    return state.bytes(24, 0);
  }
}
