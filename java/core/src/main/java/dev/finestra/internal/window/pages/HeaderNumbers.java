package dev.finestra.internal.window.pages;

import dev.finestra.paged.Page;
import java.util.Arrays;

/**
 * The numbers in the header page of a window.
 *
 * <p>One method of a window both writes and reads them. While a header is written, {@code end =
 * header.slot(end)} stores the value and returns it; while one is read, it returns the stored
 * value. The order of the calls is the layout. If there is no header yet, numbers are zero.
 */
public class HeaderNumbers {
  private static final int VERSION = 1;

  /** The numbers of the header that is read; null if the window is new. */
  private long[] read;

  /** The numbers that are written; the array is reused for all headers. */
  private long[] written = {VERSION, 0, 0, 0, 0, 0, 0, 0};

  private int count;
  private boolean isRead;

  /** Begins to read a header, which is null if the window is new. */
  public void open(Page header) {
    if (header != null) {
      WindowPages.checkVersion(header, VERSION);
    }
    read = header == null ? null : header.longs;
    isRead = true;
    count = 1;
  }

  /** Begins to write a header. */
  public void open() {
    isRead = false;
    count = 1;
  }

  /** The numbers that were written. */
  public final long[] written() {
    return Arrays.copyOf(written, count);
  }

  public final boolean isRead() {
    return isRead;
  }

  /** Writes this number, or reads the one in its place. */
  public final long number(long value) {
    if (isRead) {
      return read == null ? 0 : read[count++];
    }
    if (count == written.length) {
      written = Arrays.copyOf(written, 2 * count);
    }
    written[count++] = value;
    return value;
  }

  /** Writes this slot or count, or reads the one in its place. */
  public final int slot(int value) {
    return (int) number(value);
  }
}
