package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.ResultType;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * An aggregation of objects over {@link Decimals}: only its results differ from the inner one's.
 */
final class DecimalObjects<S> extends NamedObjectAggregation<S, Object> {
  private final ObjectAggregation<S, ?> inner;
  private final DecimalResults results;

  DecimalObjects(String name, ObjectAggregation<S, ?> inner, DecimalResults results) {
    super(name, inner.input(), inner.properties());
    this.inner = inner;
    this.results = results;
  }

  @Override
  public int columns() {
    return inner.columns();
  }

  @Override
  public List<ValueType> row(int columns) {
    return inner.row(columns);
  }

  @Override
  public ResultType result() {
    return results.type();
  }

  @Override
  public Object empty() {
    return results.of(inner.empty());
  }

  @Override
  public S identity() {
    return inner.identity();
  }

  @Override
  public S combine(S older, S newer) {
    return inner.combine(older, newer);
  }

  @Override
  public S accumulator() {
    return inner.accumulator();
  }

  @Override
  public S combineInto(S accumulator, S newer) {
    return inner.combineInto(accumulator, newer);
  }

  @Override
  public S uncombine(S total, S oldest) {
    return inner.uncombine(total, oldest);
  }

  @Override
  public S lift(Object value) {
    return inner.lift(value);
  }

  @Override
  public Object lower(S state) {
    return results.of(inner.lower(state));
  }

  @Override
  public void write(S state, DataOutput out) throws IOException {
    inner.write(state, out);
  }

  @Override
  public S read(DataInput in) throws IOException {
    return inner.read(in);
  }

  @Override
  public long bytes(S state) {
    return inner.bytes(state);
  }
}
