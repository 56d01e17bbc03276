package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * What a window's state is of: what its partial aggregates are, and everything else that a
 * savepoint must have in common with the job that goes on with it.
 *
 * @param windows the kind of windows, and the algorithm, in words
 * @param members the aggregations by name; empty where a function makes the partial aggregates
 * @param function the function's name; empty where there are members
 * @param accumulators the serializer of the function's accumulators; null where there are members
 */
record Partials(
    String windows, List<Member> members, String function, TypeSerializer<?> accumulators)
    implements Serializable {

  Partials {
    members = List.copyOf(members);
  }

  /** An aggregation that reads and writes the partial aggregates; it need not combine them. */
  Aggregation<?> aggregation() {
    return accumulators == null
        ? Columns.of(members)
        : new FunctionAggregation<>(function, null, accumulators);
  }

  Partials duplicate() {
    return accumulators == null
        ? this
        : new Partials(windows, members, function, accumulators.duplicate());
  }

  @Override
  public String toString() {
    return (accumulators == null ? members.toString() : function) + " in " + windows;
  }
}
