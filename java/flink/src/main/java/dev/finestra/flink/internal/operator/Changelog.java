package dev.finestra.flink.internal.operator;

import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.windowing.internal.host.HeldKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.internal.InternalListState;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of sliding windows whose input updates and deletes rows. An aggregation cannot take a
 * row back out of a partial result. So all rows are kept, and a removal aggregates the rows that
 * are left in its pane again. A row is found by its content.
 *
 * <p>Costs: a row is appended to Flink's state. A removal reads and writes the rows of its pane.
 *
 * <p>Invariant: state has the rows of each entry of the window, in the order of their arrival.
 */
final class Changelog<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Changelog.class);

  private final WindowInput<T> input;
  private final ChangelogOptions<T> options;
  private final Counter unknownRows;

  /** The rows of each of the window's entries; the namespace is the entry's time. */
  private final InternalListState<?, Long, T> rows;

  /** Removes the rows of an entry that is evicted. */
  final LongConsumer evicted = this::evict;

  Changelog(
      WindowInput<T> input,
      ChangelogOptions<T> options,
      Counter unknownRows,
      InternalListState<?, Long, T> rows) {
    this.input = input;
    this.options = options;
    this.unknownRows = unknownRows;
    this.rows = rows;
  }

  /** A copy that is an insert, whatever kind of change brings the row. */
  T asInsert(T row) {
    T copy = options.serializer().copy(row);
    ((Row) copy).setKind(RowKind.INSERT);
    return copy;
  }

  /** Keeps a row that was added to the window's entry of this time. */
  void add(HeldKey key, long at, T row) throws Exception {
    boolean isInWindow = !key.isEmpty() && key.youngest() >= at && key.ceiling(at) == at;
    if (isInWindow) {
      rows.setCurrentNamespace(at);
      rows.add(own(row));
    }
  }

  /**
   * Removes a row from the window's entry of this time.
   *
   * @param canBeLate whether the row may have been in windows that are over: before the first
   *     watermark after a restore, an operator does not know
   */
  void remove(HeldKey key, long at, T row, boolean canBeLate) throws Exception {
    rows.setCurrentNamespace(at);
    List<T> left = new ArrayList<>();
    Iterable<T> stored = rows.get();
    if (stored != null) {
      stored.forEach(left::add);
    }
    if (!left.remove(asInsert(row))) {
      reportUnknown(row, canBeLate);
      return;
    }
    key.evict(at);
    for (T each : left) {
      key.insert(at, input.value(own(each)));
    }
    rows.update(left);
  }

  /** A row that functions may keep and change without effect on the stored one. */
  private T own(T row) {
    return input.keepsElements() ? options.serializer().copy(row) : row;
  }

  private void reportUnknown(T row, boolean canBeLate) {
    if (options.failsOnUnknownRow() && !canBeLate) {
      throw new IllegalStateException(
          "A change deletes the row "
              + row
              + ", which no open window has. Correct the changelog, or remove failOnUnknownRow()");
    }
    if (unknownRows.getCount() == 0) {
      LOG.warn(
          "A change deletes the row {}, which no open window has. The change is ignored, and this"
              + " and further ones are counted in the metric unknownRows",
          row);
    }
    unknownRows.inc();
  }

  private void evict(long at) {
    rows.setCurrentNamespace(at);
    rows.clear();
  }
}
