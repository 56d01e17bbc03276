package dev.finestra.internal.window.pages;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;

/**
 * The fields of a window on pages that are in its header: numbers and registers, in the arrays of
 * the header page. If there is no header yet, registers do not change.
 */
public final class HeaderFields<O> extends HeaderNumbers {
  private static final int REGISTERS_SHIFT = 2;

  private final WindowPages box;
  private final Cells<O> kept;
  private int registers;
  private boolean isBlank;

  public HeaderFields(Aggregation<O> aggregation) {
    this.box = new WindowPages(null, aggregation, REGISTERS_SHIFT);
    this.kept = Cells.of(aggregation, 0, REGISTERS_SHIFT, box, false);
  }

  @Override
  public void open(Page header) {
    super.open(header);
    isBlank = header == null;
    registers = 0;
    if (!isBlank) {
      box.keep(0, header);
    }
  }

  @Override
  public void open() {
    super.open();
    registers = 0;
    box.create(0);
  }

  /** The header that was written. */
  public Page header() {
    Page header = box.page(0);
    header.longs = written();
    return header;
  }

  /**
   * Writes a register, or reads it.
   *
   * @param holds whether the register belongs to this window now; if not, it may still hold a value
   *     of another key, and is skipped
   */
  public void register(Cells<O> cells, int register, boolean holds) {
    int slot = registers++;
    if (!holds) {
      return;
    }
    if (!isRead()) {
      kept.copy(slot, cells, register, 1);
    } else if (!isBlank) {
      cells.copy(register, kept, slot, 1);
    }
  }
}
