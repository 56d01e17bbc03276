package dev.finestra.flink.internal.aggregate;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.internal.columns.ColumnAggregations;
import dev.finestra.windowing.internal.columns.ColumnsConversion;
import dev.finestra.windowing.internal.columns.InArrivalOrder;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * The format of a window's state: how partial results are stored, and everything else that a job
 * must have in common with the job whose savepoint it restores.
 *
 * @param members the aggregations by name; empty if a function makes the partial results
 * @param fields the fields that each member aggregates
 * @param function the function's name; empty if there are members
 * @param accumulators the serializer of the function's accumulators; null if there are members
 */
public record Partials(
    WindowFormat windows,
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
    return new Partials(WindowFormat.of(request), members, fields, function, accumulators);
  }

  /** The format if the operator also keeps all rows, so that it can remove one. */
  public Partials withChanges() {
    return new Partials(windows.withChanges(), members, fields, function, accumulators);
  }

  /** An aggregation that reads and writes the partial results; it need not combine them. */
  public Aggregation<?> aggregation() {
    return accumulators == null
        ? ColumnAggregations.of(members)
        : FunctionAggregation.of(function, null, accumulators);
  }

  /** Whether windows of this format can restore the state of the earlier one as it is. */
  public boolean canRestore(Partials before) {
    return windows.isSame(before.windows) && hasEqualMembers(before);
  }

  /** Whether both have the same aggregations by name, so that pages are the same. */
  public boolean hasEqualMembers(Partials before) {
    return members.equals(before.members) && fields.equals(before.fields);
  }

  /**
   * Whether windows of this format can continue the state of the earlier one. If members differ,
   * {@link #conversion} rewrites the pages.
   */
  public boolean canContinue(Partials before) {
    return windows.canContinue(before.windows, !members.isEmpty())
        && (hasEqualMembers(before) || canConvert(before));
  }

  private boolean canConvert(Partials before) {
    return !members.isEmpty()
        && !before.members.isEmpty()
        && !storesWhole(before)
        && (!windows.hasPanes() || sharesPanes() == before.sharesPanes());
  }

  /** Whether these or the earlier windows are stored as a whole. */
  public boolean storesWhole(Partials before) {
    return windows.isWhole() || before.windows.isWhole();
  }

  /** Whether the rows of a pane share an entry of the window. */
  private boolean sharesPanes() {
    return InArrivalOrder.sharesPanes(aggregation());
  }

  /** Rewrites pages of the earlier format as pages of this one. */
  public ColumnsConversion conversion(Partials before) {
    return new ColumnsConversion(before.aggregation(), aggregation(), places(before));
  }

  /**
   * For each member its place among the earlier ones, or −1 for a new one. Equal members keep their
   * order.
   */
  public int[] places(Partials before) {
    return ColumnsConversion.places(before.columns(), columns());
  }

  private List<List<Object>> columns() {
    return IntStream.range(0, members.size())
        .mapToObj(i -> List.<Object>of(members.get(i), fields.get(i)))
        .toList();
  }

  public Partials duplicate() {
    return accumulators == null
        ? this
        : new Partials(windows, members, fields, function, accumulators.duplicate());
  }

  @Override
  public String toString() {
    return (accumulators == null ? aggregations() : function) + " in " + windows.description();
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
