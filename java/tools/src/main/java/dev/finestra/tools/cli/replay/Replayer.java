package dev.finestra.tools.cli.replay;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.internal.name.Nearest;
import dev.finestra.internal.name.Shown;
import dev.finestra.tools.cli.common.BadInputException;
import dev.finestra.tools.cli.common.JsonText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Runs operations on a window, and prints one line for each query. */
final class Replayer {
  private static final List<String> WITH_ARGUMENTS =
      List.of("insert", "bulk_insert", "evict", "bulk_evict", "query");

  private static final List<String> WITHOUT_ARGUMENTS =
      List.of("oldest", "youngest", "size", "snapshot");

  private final String algorithm;
  private final Aggregation<Object> aggregation;
  private final String otherTypes;
  private final OutputStream out;
  private SlidingWindow<Object> window;
  private InputLine line;

  @SuppressWarnings("unchecked")
  private Replayer(String algorithm, String aggregation, ValueType type, OutputStream out) {
    this.algorithm = algorithm;
    this.aggregation = (Aggregation<Object>) Aggregations.of(aggregation, type);
    this.window = SlidingWindows.of(algorithm, this.aggregation);
    this.otherTypes = otherTypes(aggregation, type);
    this.out = out;
  }

  /** Runs the operations of {@code in} for a command; returns the final window. */
  static SlidingWindow<Object> run(
      String command, WindowNames names, InputStream in, OutputStream to)
      throws BadInputException, IOException {
    OutputStream out = new BufferedOutputStream(to, 1 << 16);
    Replayer replayer;
    try {
      replayer = new Replayer(names.algorithm, names.aggregation, ValueType.named(names.type), out);
    } catch (IllegalArgumentException unfit) {
      throw new BadInputException("finestra " + command + ": " + unfit.getMessage());
    }
    try {
      replayer.run(new LineReader(in, out));
    } finally {
      out.flush();
    }
    return replayer.window;
  }

  /** The other types that the aggregation accepts, for the message about a malformed value. */
  private static String otherTypes(String aggregation, ValueType type) {
    String others =
        Arrays.stream(ValueType.values())
            .filter(other -> other != type && accepts(aggregation, other))
            .map(other -> "--type " + other.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(" or "));
    return others.isEmpty() ? "" : " (for other values use " + others + ")";
  }

  private static boolean accepts(String aggregation, ValueType type) {
    try {
      return Aggregations.of(aggregation, type) != null;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private void run(LineReader lines) throws IOException, BadInputException {
    try {
      for (String text = lines.next(); text != null; text = lines.next()) {
        line = new InputLine(text, aggregation, otherTypes);
        if (!line.isEmpty()) {
          operation();
        }
      }
    } catch (BadInputException
        | IllegalArgumentException
        | UnsupportedOperationException
        | ArithmeticException
        | IllegalStateException refused) {
      throw at(lines, refused.getMessage());
    } catch (OutOfMemoryError full) {
      window = null;
      throw at(
          lines,
          "the memory of the JVM ("
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB) is full; set a larger one with FINESTRA_JAVA_OPTS=-Xmx…");
    } catch (RuntimeException | Error defect) {
      throw new IllegalStateException("line " + lines.number(), defect);
    }
  }

  private static BadInputException at(LineReader lines, String what) {
    return new BadInputException("line " + lines.number() + ": " + what);
  }

  private void operation() throws BadInputException, IOException {
    String name = line.takeWord();
    if (WITHOUT_ARGUMENTS.contains(name)) {
      end(name + " has no arguments");
    }
    switch (name) {
      case "insert" -> insert();
      case "bulk_insert" -> bulkInsert();
      case "evict" -> window.evict(onlyTime("evict needs one time: evict T"));
      case "bulk_evict" -> window.bulkEvict(onlyTime("bulk_evict needs one time: bulk_evict T"));
      case "query" -> query();
      case "oldest" -> print(window.isEmpty() ? "null" : Long.toString(window.oldest()));
      case "youngest" -> print(window.isEmpty() ? "null" : Long.toString(window.youngest()));
      case "size" -> print(Long.toString(window.size()));
      case "snapshot" -> {
        byte[] snapshot = window.snapshot();
        window = SlidingWindows.of(algorithm, aggregation);
        window.restore(snapshot);
      }
      default -> {
        List<String> all = new ArrayList<>(WITH_ARGUMENTS);
        all.addAll(WITHOUT_ARGUMENTS);
        String near = String.join(", ", Nearest.to(name, all));
        throw new BadInputException(
            "unknown operation " + Shown.quoted(name) + "; the most similar are " + near);
      }
    }
  }

  private void insert() throws BadInputException {
    String usage = "insert needs a time and a value: insert T V";
    long time = time(usage);
    more(usage);
    Object value = line.takeValue();
    end(usage + " (put a string with blanks in double quotes)");
    window.insert(time, value);
  }

  private void bulkInsert() throws BadInputException {
    List<Long> times = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    while (line.hasMore()) {
      long time = line.takeTime();
      more(
          "bulk_insert needs a value after each time: bulk_insert T1 V1 T2 V2 …; time "
              + time
              + " has none");
      times.add(time);
      values.add(line.takeValue());
    }
    long[] sorted = times.stream().mapToLong(Long::longValue).toArray();
    window.bulkInsert(sorted, values.toArray(), 0, sorted.length);
  }

  private void query() throws BadInputException, IOException {
    if (!line.hasMore()) {
      print(JsonText.answer(window.query()));
      return;
    }
    String usage = "query has no arguments or two times: query FROM TO";
    long from = time(usage);
    long to = onlyTime(usage);
    print(JsonText.answer(window.query(from, to)));
  }

  private long onlyTime(String usage) throws BadInputException {
    long time = time(usage);
    end(usage);
    return time;
  }

  private long time(String usage) throws BadInputException {
    more(usage);
    return line.takeTime();
  }

  private void more(String usage) throws BadInputException {
    if (!line.hasMore()) {
      throw new BadInputException(usage);
    }
  }

  private void end(String usage) throws BadInputException {
    if (line.hasMore()) {
      throw new BadInputException(
          usage + "; the line continues with " + Shown.quoted(line.takeWord()));
    }
  }

  private void print(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }
}
