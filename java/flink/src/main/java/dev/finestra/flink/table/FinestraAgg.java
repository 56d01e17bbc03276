package dev.finestra.flink.table;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.types.DataType;

/**
 * {@code finestra_agg('max', x)}: an aggregation by name, in {@code OVER} too, where rows are taken
 * back: the oldest first, which needs no inverse.
 *
 * <p>Costs: O(1) amortized for a row that comes, goes, or is answered; the accumulator keeps the
 * values that have not been taken back. Where nothing is ever taken back, as in groups and windows,
 * {@link FinestraGroupAgg} keeps one partial aggregate instead.
 *
 * <p>Where rows are taken back that are not the oldest, the next result fails with a sentence.
 */
public final class FinestraAgg extends NamedAggregate<Fifo> {
  private static final long serialVersionUID = 1L;

  public FinestraAgg() {
    this(List.of(), null);
  }

  private FinestraAgg(List<TypeInformation<?>> types, DataType answer) {
    super(types, answer);
  }

  @Override
  NamedAggregate<Fifo> over(List<TypeInformation<?>> types, DataType answer) {
    return new FinestraAgg(types, answer);
  }

  @Override
  Class<Fifo> accumulator() {
    return Fifo.class;
  }

  @Override
  TypeSerializer<Fifo> serializer() {
    return FifoSerializer.INSTANCE;
  }

  @Override
  public Fifo createAccumulator() {
    return new Fifo();
  }

  public void accumulate(Fifo fifo, String name) throws Exception {
    fifo.add(name, byName(name), byName(name).value());
  }

  public void accumulate(Fifo fifo, String name, Object value) throws Exception {
    fifo.add(name, byName(name), byName(name).value(value));
  }

  public void accumulate(Fifo fifo, String name, Object value, Object other) throws Exception {
    fifo.add(name, byName(name), byName(name).value(value, other));
  }

  public void retract(Fifo fifo, String name) throws Exception {
    fifo.remove(name, byName(name), byName(name).value());
  }

  public void retract(Fifo fifo, String name, Object value) throws Exception {
    fifo.remove(name, byName(name), byName(name).value(value));
  }

  public void retract(Fifo fifo, String name, Object value, Object other) throws Exception {
    fifo.remove(name, byName(name), byName(name).value(value, other));
  }

  /**
   * Taken as later rows, which they are but in HOP, where Flink merges the newest slice first, and
   * in sessions that a row joins.
   */
  public void merge(Fifo fifo, Iterable<Fifo> others) {
    for (Fifo other : others) {
      if (other.name() != null) {
        fifo.addAll(byName(other.name()), other);
      }
    }
  }

  public void resetAccumulator(Fifo fifo) {
    fifo.clear();
  }

  @Override
  public Object getValue(Fifo fifo) {
    return fifo.name() == null ? null : fifo.answer(byName(fifo.name()));
  }
}
