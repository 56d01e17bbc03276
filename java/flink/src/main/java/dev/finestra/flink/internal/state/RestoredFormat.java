package dev.finestra.flink.internal.state;

import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.paged.Page;
import dev.finestra.windowing.internal.columns.ColumnsConversion;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.Serializable;

/**
 * The format of the state that a job restored, if the job has other aggregations or sizes. Entries
 * of that format are converted when they are first read, written or copied.
 *
 * <p>All duplicates of a serializer share one object: Flink asks one of them whether it can restore
 * the state, and lets others write it. Threading: set once, before entries are read.
 */
public final class RestoredFormat implements Serializable {
  private static final long serialVersionUID = 1L;

  private transient volatile Partials before;
  private transient volatile ColumnsConversion conversion;

  /**
   * @param conversion null if pages have the same format
   */
  void set(Partials before, ColumnsConversion conversion) {
    this.before = before;
    this.conversion = conversion;
  }

  /** The earlier format; null if the job has no state or its state has the job's own format. */
  public Partials before() {
    return before;
  }

  /** The entry in the job's own format: a new one if it was restored in another. */
  StateEntry converted(StateEntry entry) {
    if (conversion == null || !(entry instanceof Restored)) {
      return entry;
    }
    KeyHeader header = new KeyHeader();
    entry.loadInto(header);
    Page page = entry.page();
    StateEntry converted = new StateEntry();
    converted.set(page == null ? null : conversion.convert(page), header);
    return converted;
  }

  /** An entry that was read in the format of a savepoint or checkpoint. */
  static final class Restored extends StateEntry {}
}
