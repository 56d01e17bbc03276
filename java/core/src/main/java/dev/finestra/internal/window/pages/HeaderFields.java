package dev.finestra.internal.window.pages;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.paged.Page;
import java.util.Arrays;

/**
 * The fields of a window on pages that are not on its pages: numbers and registers, in the arrays
 * of the header page.
 *
 * <p>One method of a window both writes and reads them: {@code end = fields.slot(end)} stores the
 * value while a header is written and answers the same value; while one is read, it answers the
 * stored value. The order of the calls is the layout. Where there is no header yet, numbers are
 * zero and registers stay as they are.
 */
public final class HeaderFields<O> {
  private static final int VERSION = 1;
  private static final int REGISTERS_SHIFT = 2;

  private final WindowPages box;
  private final Cells<O> kept;
  private long[] numbers;
  private int count;
  private int registers;
  private boolean isRead;
  private boolean isBlank;

  public HeaderFields(Aggregation<O> aggregation) {
    this.box = new WindowPages(null, aggregation, REGISTERS_SHIFT);
    this.kept = Cells.of(aggregation, 0, REGISTERS_SHIFT, box, false);
  }

  /** Begins to read a header; null where the window is new. */
  public void open(Page header) {
    isRead = true;
    isBlank = header == null;
    if (!isBlank) {
      WindowPages.checkVersion(header, VERSION);
      numbers = header.longs;
      box.keep(0, header);
    }
    count = 1;
    registers = 0;
  }

  /** Begins to write a header. */
  public void open() {
    isRead = false;
    isBlank = false;
    numbers = new long[8];
    numbers[0] = VERSION;
    count = 1;
    registers = 0;
    box.create(0);
  }

  /** The header that was written. */
  public Page header() {
    Page header = box.page(0);
    header.longs = Arrays.copyOf(numbers, count);
    return header;
  }

  public boolean isRead() {
    return isRead;
  }

  /** Writes this number, or reads the one in its place. */
  public long number(long value) {
    if (isRead) {
      return isBlank ? 0 : numbers[count++];
    }
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
    }
    numbers[count++] = value;
    return value;
  }

  /** Writes this slot or count, or reads the one in its place. */
  public int slot(int value) {
    return (int) number(value);
  }

  /**
   * Writes a register, or reads it.
   *
   * @param holds whether the register belongs to this window now; otherwise it may still hold a
   *     value of another key, and is skipped
   */
  public void register(Cells<O> cells, int register, boolean holds) {
    int slot = registers++;
    if (!holds) {
      return;
    }
    if (!isRead) {
      kept.copy(slot, cells, register, 1);
    } else if (!isBlank) {
      cells.copy(register, kept, slot, 1);
    }
  }
}
