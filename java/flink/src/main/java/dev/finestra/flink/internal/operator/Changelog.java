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
 * The rows of sliding windows whose input updates and deletes rows. A partial result cannot give up
 * a row. So Flink's state has all rows, and a removal aggregates the other rows of its entry anew.
 * A removed row is found by {@code equals} of its fields.
 *
 * <p>Costs: for each row, a copy and an append to Flink's state. A removal reads, aggregates and
 * writes all rows of its entry, that is of at most one slide.
 *
 * <p>Invariant: for each entry of the window, the state has its rows, in order of arrival.
 *
 * <p>Not supported: upserts, that is +U without −U. When user code throws, the job fails and
 * restarts from its last checkpoint. Threading: only the task's thread calls this class.
 */
final class Changelog<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Changelog.class);

  private final WindowInput<T> input;
  private final ChangelogOptions<T> options;
  private final Counter unknownRows;

  /** The rows of each of the window's entries; the namespace is the entry's time. */
  private final InternalListState<?, Long, T> rows;

  /** Removes the rows of an entry that is about to be evicted. */
  final LongConsumer removeRows = this::removeRows;

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

  /**
   * A copy of kind +I. Rows are compared and stored in this form, because equals looks at kinds.
   */
  T asInsert(T row) {
    T copy = options.serializer().copy(row);
    ((Row) copy).setKind(RowKind.INSERT);
    return copy;
  }

  /**
   * Stores a row that the window accepted, unless the window has no entry for it: then the row is
   * between windows.
   */
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
   * @param mayBeLate whether there is no watermark yet. The row's windows may then be over, so an
   *     unknown row is no error
   */
  void remove(HeldKey key, long at, T row, boolean mayBeLate) throws Exception {
    rows.setCurrentNamespace(at);
    List<T> left = new ArrayList<>();
    Iterable<T> stored = rows.get();
    if (stored != null) {
      stored.forEach(left::add);
    }
    if (!left.remove(asInsert(row))) {
      reportUnknown(row, mayBeLate);
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

  private void reportUnknown(T row, boolean mayBeLate) {
    if (options.failOnUnknownRow() && !mayBeLate) {
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

  private void removeRows(long at) {
    rows.setCurrentNamespace(at);
    rows.clear();
  }
}
