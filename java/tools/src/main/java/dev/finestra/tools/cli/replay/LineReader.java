package dev.finestra.tools.cli.replay;

import dev.finestra.internal.name.Shown;
import dev.finestra.tools.cli.common.BadInputException;
import java.io.ByteArrayOutputStream;
import java.io.Flushable;
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
  /** The longest line in bytes: twice the size of a bulk of a million long values. */
  static final int LONGEST = 1 << 26;

  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final InputStream in;
  private final Flushable results;
  private final byte[] chunk = new byte[1 << 16];
  private int next;
  private int limit;
  private long number;

  /** Reads from {@code in}, and flushes the results before a read that may block. */
  LineReader(InputStream in, Flushable results) {
    this.in = in;
    this.results = results;
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
      line.write(chunk, next, end - next);
      if (line.size() > LONGEST) {
        throw new BadInputException(
            "the line is too long; split a bulk_insert into lines of at most "
                + LONGEST
                + " bytes");
      }
      next = end + 1;
    } while (next > limit && refill());
    return text(line.toByteArray());
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
      results.flush();
    }
    next = 0;
    limit = Math.max(0, in.read(chunk));
    return limit > 0;
  }
}
