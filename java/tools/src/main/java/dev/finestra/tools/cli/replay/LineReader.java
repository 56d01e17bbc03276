package dev.finestra.tools.cli.replay;

import dev.finestra.internal.name.Shown;
import dev.finestra.tools.cli.common.BadInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

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

  private static final String BYTE_ORDER_MARK = "\ufeff";

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
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
      int from = number == 1 && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
      return text.substring(from, text.length() - (text.endsWith("\r") ? 1 : 0));
    } catch (CharacterCodingException malformed) {
      String shown = new String(line, StandardCharsets.UTF_8);
      throw new BadInputException(
          "the line is not UTF-8: " + Shown.quoted(shown) + "; convert the input");
    }
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
