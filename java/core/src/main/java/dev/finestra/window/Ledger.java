package dev.finestra.window;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import java.util.Arrays;

/**
 * What a window on pages keeps beside them: numbers and registers, in the header's arrays.
 *
 * <p>It is written and read by the same calls in the same order: each hands over what it has, and
 * takes what it is given, which is the same while the ledger is written. A ledger of no header
 * gives zeros, and leaves registers as they are.
 */
public final class Ledger<O> {
  private static final int VERSION = 1;
  private static final int REGISTERS_SHIFT = 2;

  private final Pages box = new Pages(null);
  private final Cells<O> kept;
  private long[] numbers;
  private int count;
  private int registers;
  private boolean isRead;
  private boolean isBlank;

  Ledger(Aggregation<O> aggregation) {
    this.kept = Cells.of(aggregation, 0, REGISTERS_SHIFT, box);
  }

  /** Begins to read a header, or none. */
  void open(Page header) {
    isRead = true;
    isBlank = header == null;
    if (!isBlank) {
      Pages.checkVersion(header, VERSION);
      numbers = header.longs;
      box.keep(0, header);
    }
    count = 1;
    registers = 0;
  }

  /** Begins to write a header. */
  void open() {
    isRead = false;
    isBlank = false;
    numbers = new long[8];
    numbers[0] = VERSION;
    count = 1;
    registers = 0;
    box.create(0);
  }

  /** The header that was written. */
  Page header() {
    Page header = box.page(0);
    header.longs = Arrays.copyOf(numbers, count);
    return header;
  }

  boolean isRead() {
    return isRead;
  }

  /** Hands over a number, and takes it. */
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

  /** Hands over a slot, or how many there are, and takes it. */
  public int slot(int value) {
    return (int) number(value);
  }

  /**
   * Hands over what a register holds, and takes it.
   *
   * @param holds whether it holds anything of this window: else it may have what is gone, or
   *     another key's
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
