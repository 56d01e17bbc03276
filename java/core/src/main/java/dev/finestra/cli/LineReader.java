package dev.finestra.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of bytes out of a buffer that grows to the longest line. Nothing is copied but what a
 * refill moves to the front.
 *
 * <p>A line ends with a line feed, which may stand behind a carriage return; the last one need not
 * end at all.
 */
final class LineReader {
  /**
   * Called before a read that may wait, so that answers are not held back from who waits for them.
   */
  interface BeforeWaiting {
    void run() throws IOException;
  }

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
  boolean next(Line line) throws IOException {
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
    number++;
    line.set(buffer, next, end > next && buffer[end - 1] == '\r' ? end - 1 : end);
  }

  /** Moves what is left to the front and reads more behind it. */
  private void refill() throws IOException {
    System.arraycopy(buffer, next, buffer, 0, limit - next);
    limit -= next;
    next = 0;
    if (limit == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * limit);
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
}
