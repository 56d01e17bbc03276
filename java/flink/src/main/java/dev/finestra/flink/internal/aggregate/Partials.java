package dev.finestra.flink.internal.aggregate;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.internal.columns.ColumnAggregations;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * The format of a window's state: how partial results are stored, and everything else that a job
 * must have in common with the job whose savepoint it restores.
 *
 * @param windows the kind of windows and the algorithm, as text
 * @param isWhole whether a window is stored as a whole, with accumulators among its bytes
 * @param members the aggregations by name; empty if a function makes the partial results
 * @param fields the fields that each member aggregates
 * @param function the function's name; empty if there are members
 * @param accumulators the serializer of the function's accumulators; null if there are members
 */
public record Partials(
    String windows,
    boolean isWhole,
    List<TypedAggregation> members,
    List<String> fields,
    String function,
    TypeSerializer<?> accumulators)
    implements Serializable {

  public Partials {
    members = List.copyOf(members);
    fields = List.copyOf(fields);
  }

  /** The format for windows of this request. */
  static Partials of(
      WindowRequest request,
      List<TypedAggregation> members,
      List<String> fields,
      String function,
      TypeSerializer<?> accumulators) {
    boolean isWhole = SlidingWindows.algorithm(request.algorithm()).is(Trait.WHOLE_ON_PAGES);
    return new Partials(request.described(), isWhole, members, fields, function, accumulators);
  }

  /** The format if the operator also keeps all rows, so that it can remove one. */
  public Partials withChanges() {
    String all = windows + " with changes";
    return new Partials(all, isWhole, members, fields, function, accumulators);
  }

  /** An aggregation that reads and writes the partial results; it need not combine them. */
  public Aggregation<?> aggregation() {
    return accumulators == null
        ? ColumnAggregations.of(members)
        : FunctionAggregation.of(function, null, accumulators);
  }

  /** Whether windows of this format can restore the state of the earlier one. */
  public boolean canRestore(Partials before) {
    return windows.equals(before.windows)
        && members.equals(before.members)
        && fields.equals(before.fields);
  }

  public Partials duplicate() {
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
      boolean takesSome = !fields.get(i).isEmpty();
      words.add(members.get(i) + (takesSome ? " of " + fields.get(i) : ""));
    }
    return words.toString();
  }
}
