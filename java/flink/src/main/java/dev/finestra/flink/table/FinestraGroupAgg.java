package dev.finestra.flink.table;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.types.DataType;

/**
 * {@code finestra_group_agg('max', x)}: an aggregation by name of groups and of Flink's own
 * windows, where rows come and are not taken back.
 *
 * <p>Costs: one combine for a row or a merge; the accumulator is one partial aggregate. {@code
 * OVER} and changelogs take rows back, which is refused when it is planned: {@link FinestraAgg} is
 * for {@code OVER}.
 */
public final class FinestraGroupAgg extends NamedAggregate<Group> {
  private static final long serialVersionUID = 1L;

  public FinestraGroupAgg() {
    this(List.of(), null);
  }

  private FinestraGroupAgg(List<TypeInformation<?>> types, DataType answer) {
    super(types, answer);
  }

  @Override
  NamedAggregate<Group> over(List<TypeInformation<?>> types, DataType answer) {
    return new FinestraGroupAgg(types, answer);
  }

  @Override
  Class<Group> accumulator() {
    return Group.class;
  }

  @Override
  TypeSerializer<Group> serializer() {
    return GroupSerializer.INSTANCE;
  }

  @Override
  public Group createAccumulator() {
    return new Group(null, null);
  }

  public void accumulate(Group group, String name) throws Exception {
    group.add(name, byName(name), byName(name).value());
  }

  public void accumulate(Group group, String name, Object value) throws Exception {
    group.add(name, byName(name), byName(name).value(value));
  }

  public void accumulate(Group group, String name, Object value, Object other) throws Exception {
    group.add(name, byName(name), byName(name).value(value, other));
  }

  /**
   * Taken as later rows, which they are but in HOP, where Flink merges the newest slice first, and
   * in sessions that a row joins.
   */
  public void merge(Group group, Iterable<Group> others) {
    for (Group other : others) {
      if (other.name() != null) {
        group.merge(byName(other.name()), other);
      }
    }
  }

  public void resetAccumulator(Group group) {
    group.clear();
  }

  @Override
  public Object getValue(Group group) {
    return group.name() == null ? null : group.answer(byName(group.name()));
  }
}
