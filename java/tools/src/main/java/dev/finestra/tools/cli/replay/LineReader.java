package dev.finestra.tools.cli.replay;

import dev.finestra.internal.name.Shown;
import dev.finestra.tools.cli.common.BadInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines of UTF-8. A line ends with LF or CRLF; the last line may end without. A byte order
 * mark before the first line is skipped.
 */
final class LineReader {
  /** Called before a read that may block, so that results are flushed first. */
  interface BeforeWaiting {
    void run() throws IOException;
  }

  /** The longest line in bytes: twice the size of a bulk of a million long values. */
  static final int LONGEST = 1 << 26;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final BeforeWaiting beforeWaiting;
  private final byte[] chunk = new byte[1 << 16];
  private int next;
  private int limit;
  private long number;

  LineReader(InputStream in, BeforeWaiting beforeWaiting) {
    this.in = in;
    this.beforeWaiting = beforeWaiting;
  }

  /** The number of the last line that was read; the first is 1. */
  long number() {
    return number;
  }

  /** The next line; null at the end of the input. */
  String next() throws IOException, BadInputException {
    if (next == limit && !refill()) {
      return null;
    }
    number++;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    do {
      int end = next;
      while (end < limit && chunk[end] != '\n') {
        end++;
      }
      append(line, end);
      if (end < limit) {
        next = end + 1;
        return text(line.toByteArray());
      }
    } while (refill());
    return text(line.toByteArray());
  }

  private void append(ByteArrayOutputStream line, int end) throws BadInputException {
    if (line.size() + end - next > LONGEST) {
      throw new BadInputException(
          "the line is too long; split a bulk_insert into lines of at most " + LONGEST + " bytes");
    }
    line.write(chunk, next, end - next);
  }

  private String text(byte[] line) throws BadInputException {
    int from = number == 1 && begins(line, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    int end = line.length > from && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
    ByteBuffer bytes = ByteBuffer.wrap(line, from, end - from);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.slice()).toString();
    } catch (CharacterCodingException malformed) {
      String shown = StandardCharsets.UTF_8.decode(bytes).toString();
      throw new BadInputException(
          "the line is not UTF-8: " + Shown.quoted(shown) + "; convert the input");
    }
  }

  private static boolean begins(byte[] line, byte[] mark) {
    return line.length >= mark.length && Arrays.equals(line, 0, mark.length, mark, 0, mark.length);
  }

  /** Reads more bytes; false at the end of the input. */
  private boolean refill() throws IOException {
    if (in.available() == 0) {
      beforeWaiting.run();
    }
    next = 0;
    limit = Math.max(0, in.read(chunk));
    return limit > 0;
  }
}
