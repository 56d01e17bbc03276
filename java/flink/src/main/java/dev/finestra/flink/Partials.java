package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * What a window's state is of: what its partial aggregates are, and everything else that a
 * savepoint must have in common with the job that goes on with it.
 *
 * @param windows the kind of windows, and the algorithm, in words
 * @param isWhole whether pages are of a snapshot, in which accumulators lie as they were written
 * @param members the aggregations by name; empty where a function makes the partial aggregates
 * @param fields what each member takes; null in a savepoint of a build that did not say so
 * @param function the function's name; empty where there are members
 * @param accumulators the serializer of the function's accumulators; null where there are members
 */
record Partials(
    String windows,
    boolean isWhole,
    List<Member> members,
    List<String> fields,
    String function,
    TypeSerializer<?> accumulators)
    implements Serializable {

  Partials {
    members = List.copyOf(members);
    fields = fields == null ? null : List.copyOf(fields);
  }

  /** An aggregation that reads and writes the partial aggregates; it need not combine them. */
  Aggregation<?> aggregation() {
    return accumulators == null
        ? Columns.of(members)
        : new FunctionAggregation<>(function, null, accumulators);
  }

  /** Whether these windows and aggregations can go on with the state of those. */
  boolean goOnWith(Partials before) {
    return windows.equals(before.windows)
        && members.equals(before.members)
        && (before.fields == null || before.fields.equals(fields));
  }

  Partials duplicate() {
    return accumulators == null
        ? this
        : new Partials(windows, isWhole, members, fields, function, accumulators.duplicate());
  }

  @Override
  public String toString() {
    return (accumulators == null ? aggregations() : function) + " in " + windows;
  }

  private String aggregations() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      boolean takesSome = fields != null && !fields.get(i).isEmpty();
      words.add(members.get(i) + (takesSome ? " of " + fields.get(i) : ""));
    }
    return words.toString();
  }
}
