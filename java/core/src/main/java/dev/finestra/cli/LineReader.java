package dev.finestra.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of bytes out of a buffer that grows to the longest line. Nothing is copied but what a
 * refill moves to the front.
 *
 * <p>A line ends with a line feed, which may stand behind a carriage return; the last one need not
 * end at all. A byte order mark before the first line is skipped.
 */
final class LineReader {
  /**
   * Called before a read that may wait, so that answers are not held back from who waits for them.
   */
  interface BeforeWaiting {
    void run() throws IOException;
  }

  /** The most bytes of a line: twice what a bulk of a million long values needs. */
  static final int LONGEST = 1 << 26;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final BeforeWaiting beforeWaiting;
  private byte[] buffer = new byte[1 << 16];
  private int next;
  private int limit;
  private boolean ended;
  private long number;

  LineReader(InputStream in, BeforeWaiting beforeWaiting) {
    this.in = in;
    this.beforeWaiting = beforeWaiting;
  }

  /** The number of the line read last, from 1. */
  long number() {
    return number;
  }

  /** Puts the next line into {@code line}; false when there is none. */
  boolean next(Line line) throws IOException, BadInput {
    int scanned = next;
    while (true) {
      for (; scanned < limit; scanned++) {
        if (buffer[scanned] == '\n') {
          take(line, scanned);
          next = scanned + 1;
          return true;
        }
      }
      if (ended) {
        if (next == limit) {
          return false;
        }
        take(line, limit);
        next = limit;
        return true;
      }
      scanned -= next;
      refill();
    }
  }

  private void take(Line line, int end) {
    if (number++ == 0 && begins(BYTE_ORDER_MARK, end)) {
      next += BYTE_ORDER_MARK.length;
    }
    line.set(buffer, next, end > next && buffer[end - 1] == '\r' ? end - 1 : end);
  }

  private boolean begins(byte[] mark, int end) {
    return end - next >= mark.length
        && Arrays.equals(buffer, next, next + mark.length, mark, 0, mark.length);
  }

  /** Moves what is left to the front and reads more behind it. */
  private void refill() throws IOException, BadInput {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, limit - next);
      limit -= next;
      next = 0;
    }
    if (limit == LONGEST) {
      throw new BadInput(
          "line "
              + (number + 1)
              + " is too long: a line has at most "
              + LONGEST
              + " bytes; a bulk_insert may be given as several, one after the other");
    }
    if (limit == buffer.length) {
      grow();
    }
    if (in.available() == 0) {
      beforeWaiting.run();
    }
    int n = in.read(buffer, limit, buffer.length - limit);
    if (n < 0) {
      ended = true;
    } else {
      limit += n;
    }
  }

  private void grow() throws BadInput {
    try {
      buffer = Arrays.copyOf(buffer, 2 * limit);
    } catch (OutOfMemoryError full) {
      throw new BadInput(
          "line "
              + (number + 1)
              + " is too long for the memory of the JVM; FINESTRA_JAVA_OPTS=-Xmx… gives it more");
    }
  }
}
