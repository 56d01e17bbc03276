package dev.finestra.cli;

import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.name.Nearest;
import dev.finestra.name.Shown;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code finestra replay}: runs operations from standard input on a window, and prints one line for
 * each that answers.
 */
final class Replay {
  static final String HELP =
      """
      finestra replay --algorithm A --aggregation G [--type long|double|string]

      Reads operations from standard input, one a line, and prints one line for each query.

        insert T V                    insert a value at a time (V null: no entry)
        bulk_insert T1 V1 T2 V2 …     insert a bulk, sorted by time
        evict T                       remove the entry at T; nothing when there is none
        bulk_evict T                  remove every entry up to and including T
        query                         the aggregate of the window
        query FROM TO                 the aggregate of the entries from FROM to TO, both included
        oldest, youngest, size        the first time, the last time, the number of entries
        snapshot                      write the window and restore it into a fresh one, then go on
        # …                           a comment; empty lines are ignored too

      Times are 64-bit whole numbers. V is read as --type says (long unless given): a 64-bit whole number, a double
      (decimal; NaN, Infinity and -Infinity too), or a string: a word without blanks, or a JSON string in double
      quotes. An aggregation over several columns takes V as values joined by commas (a null among them: null);
      of arg_min and arg_max those are the value, of the type given, and by: with --type long a whole number, else
      a double, unless the name says which, as in arg_max(long).

      Scalars are printed plain, structured results as one line of JSON, nothing as null. A string that is the word
      null, begins with a quote, or holds control characters is printed as a JSON string, so that it is one line and
      is not mistaken.

      subwindow(width) and slicing(A,width) round times down to multiples of the width: slicing those of inserts,
      subwindow those of evicts and queries too, so that query 5 12 of subwindow(10) includes an entry of time 1.

      The first bad line ends the run: results so far are kept, the line's number and what was wrong go to standard
      error, and the exit status is 2.
      """;

  private static final List<String> OPERATIONS =
      List.of(
          "insert",
          "bulk_insert",
          "evict",
          "bulk_evict",
          "query",
          "oldest",
          "youngest",
          "size",
          "snapshot");

  private final String algorithm;
  private final Aggregation<Object> aggregation;
  private final Values values;
  private final Line line;
  private final OutputStream out;
  private SlidingWindow<Object> window;

  @SuppressWarnings("unchecked")
  private Replay(String algorithm, String aggregation, ValueType type, OutputStream out) {
    this.algorithm = algorithm;
    this.aggregation = (Aggregation<Object>) Aggregations.of(aggregation, type);
    this.window = Finestra.window(algorithm, this.aggregation);
    this.line = new Line(otherTypes(aggregation, type));
    this.values = new Values(this.aggregation);
    this.out = out;
  }

  /** Runs the command with its arguments. */
  static void run(List<String> given, InputStream in, OutputStream to)
      throws BadInput, IOException {
    window("replay", given, in, to);
  }

  /** Runs operations for a command, and answers the window that they leave. */
  static SlidingWindow<Object> window(
      String command, List<String> given, InputStream in, OutputStream to)
      throws BadInput, IOException {
    Arguments arguments =
        Arguments.read(command, given, Set.of("--algorithm", "--aggregation", "--type"), Set.of());
    String algorithm = arguments.need("--algorithm", "b_fiba4");
    String aggregation = arguments.need("--aggregation", "max");
    String type = arguments.get("--type", "long");
    OutputStream out = new BufferedOutputStream(to, 1 << 16);
    Replay replay;
    try {
      replay = new Replay(algorithm, aggregation, ValueType.named(type), out);
    } catch (IllegalArgumentException unfit) {
      throw new BadInput(command + ": " + unfit.getMessage());
    }
    try {
      replay.run(new LineReader(in, out::flush));
    } finally {
      out.flush();
    }
    return replay.window;
  }

  /** For who gives other values than of the type: the types that the aggregation takes beside. */
  private static String otherTypes(String aggregation, ValueType type) {
    List<String> others = new ArrayList<>();
    for (ValueType other : ValueType.values()) {
      if (other != type && takes(aggregation, other)) {
        others.add("--type " + other.name().toLowerCase(Locale.ROOT));
      }
    }
    return others.isEmpty() ? "" : " (other values need " + String.join(" or ", others) + ")";
  }

  private static boolean takes(String aggregation, ValueType type) {
    try {
      return Aggregations.of(aggregation, type) != null;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private void run(LineReader lines) throws IOException, BadInput {
    try {
      lines(lines);
    } catch (OutOfMemoryError full) {
      window = null;
      throw at(
          lines,
          "the memory of the JVM, "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB, is full; FINESTRA_JAVA_OPTS=-Xmx… gives it more");
    }
  }

  private void lines(LineReader lines) throws IOException, BadInput {
    while (lines.next(line)) {
      if (line.isIdle()) {
        continue;
      }
      try {
        operation();
      } catch (BadInput bad) {
        throw at(lines, bad.getMessage());
      } catch (IllegalArgumentException
          | UnsupportedOperationException
          | ArithmeticException
          | IllegalStateException refused) {
        throw at(lines, String.valueOf(refused.getMessage()));
      } catch (OutOfMemoryError full) {
        throw full;
      } catch (RuntimeException | Error defect) {
        throw new Defect("line " + lines.number(), defect);
      }
    }
  }

  private static BadInput at(LineReader lines, String what) {
    return new BadInput("line " + lines.number() + ": " + what);
  }

  /** Something that should not happen, with the place in the input where it did. */
  static final class Defect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Defect(String where, Throwable cause) {
      super(where, cause);
    }
  }

  private void operation() throws BadInput, IOException {
    String name = line.takeWord();
    switch (name) {
      case "insert" -> insert();
      case "bulk_insert" -> bulkInsert();
      case "evict" -> window.evict(onlyTime("evict takes one time: evict T"));
      case "bulk_evict" -> window.bulkEvict(onlyTime("bulk_evict takes one time: bulk_evict T"));
      case "query" -> query();
      case "oldest" -> {
        end("oldest takes nothing");
        answer(window.isEmpty() ? "null" : Long.toString(window.oldest()));
      }
      case "youngest" -> {
        end("youngest takes nothing");
        answer(window.isEmpty() ? "null" : Long.toString(window.youngest()));
      }
      case "size" -> {
        end("size takes nothing");
        answer(Long.toString(window.size()));
      }
      case "snapshot" -> {
        end("snapshot takes nothing");
        byte[] snapshot = window.snapshot();
        window = Finestra.window(algorithm, aggregation);
        window.restore(snapshot);
      }
      default ->
          throw new BadInput(
              "there is no operation "
                  + Shown.quoted(name)
                  + "; the nearest are "
                  + String.join(", ", Nearest.to(name, OPERATIONS)));
    }
  }

  private void insert() throws BadInput {
    String usage = "insert takes a time and a value: insert T V";
    values.clear();
    long time = time(usage);
    more(usage);
    values.add(time, line);
    end(usage + " (a string with blanks stands in double quotes)");
    values.insert(window);
  }

  private void bulkInsert() throws BadInput {
    values.clear();
    while (line.hasMore()) {
      long time = line.takeLong("time", false);
      more(
          "bulk_insert takes a value behind each time: bulk_insert T1 V1 T2 V2 …; time "
              + time
              + " has none");
      values.add(time, line);
    }
    values.bulkInsert(window);
  }

  private void query() throws BadInput, IOException {
    if (!line.hasMore()) {
      answer(Json.answer(window.query()));
      return;
    }
    String usage = "query takes nothing, or two times: query FROM TO";
    long from = time(usage);
    long to = onlyTime(usage);
    answer(Json.answer(window.query(from, to)));
  }

  private long onlyTime(String usage) throws BadInput {
    long time = time(usage);
    end(usage);
    return time;
  }

  private long time(String usage) throws BadInput {
    more(usage);
    return line.takeLong("time", false);
  }

  private void more(String usage) throws BadInput {
    if (!line.hasMore()) {
      throw new BadInput(usage);
    }
  }

  private void end(String usage) throws BadInput {
    if (line.hasMore()) {
      throw new BadInput(usage + "; there is more on the line: " + Shown.quoted(line.takeWord()));
    }
  }

  private void answer(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }
}
