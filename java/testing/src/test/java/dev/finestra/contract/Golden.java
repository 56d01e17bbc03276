package dev.finestra.contract;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.keyed.KeyCodec;
import dev.finestra.keyed.KeyedWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A snapshot in the museum, one line of a file.
 *
 * <p>Each layout has a file: {@code entries.txt} for all algorithms that keep their entries, which
 * write the same bytes; one for each other algorithm; {@code keyed.txt}.
 *
 * @param algorithm the algorithm that wrote it, or {@link #ENTRIES}
 * @param aggregation the aggregation's name
 * @param input the type of its values
 * @param size the number of entries
 * @param query the result of a query
 * @param entries each time with its entry's result
 * @param bytes the snapshot
 */
record Golden(
    String algorithm,
    String aggregation,
    ValueType input,
    long size,
    String query,
    String entries,
    byte[] bytes) {
  static final String ENTRIES = "entries";
  static final String KEYED = "keyed";

  /** Wrapped algorithms with their own layouts. */
  private static final List<String> COMPOSED =
      List.of("reorder(daba_lite,5)", "slicing(two_stacks_lite,2)");

  private static final String[] WORDS = {"elm", "ash", "oak", "fir", "yew"};

  /** All snapshots that this build writes. */
  static List<Golden> written() {
    List<Golden> all = new ArrayList<>();
    for (AggregationForm form : Aggregations.forms()) {
      for (ValueType input : form.inputs()) {
        for (String algorithm : writers()) {
          String name = form.example();
          if (algorithm.equals(KEYED)) {
            all.add(keyed(name, input));
          } else if (fits(algorithm, Aggregations.of(name, input))) {
            all.add(window(algorithm, name, input));
          }
        }
      }
    }
    return all;
  }

  private static boolean fits(String algorithm, Aggregation<?> aggregation) {
    return algorithm.equals(ENTRIES) || SlidingWindows.fits(algorithm, aggregation);
  }

  private static List<String> writers() {
    Stream<String> raw =
        SlidingWindows.algorithms().stream()
            .filter(a -> !a.is(Trait.KEEPS_ENTRIES))
            .map(Algorithm::name);
    return Stream.of(Stream.of(ENTRIES), raw, COMPOSED.stream(), Stream.of(KEYED))
        .flatMap(s -> s)
        .toList();
  }

  private static Golden window(String algorithm, String aggregation, ValueType input) {
    SlidingWindow<Object> window =
        SlidingWindows.of(
            algorithm.equals(ENTRIES) ? "recalculate" : algorithm, aggregation, input);
    for (int i = 0; i < 14; i++) {
      window.insert(time(i), value(i, window.aggregation()));
      if (i == 9) {
        window.bulkEvict(time(2));
      }
    }
    return new Golden(
        algorithm,
        aggregation,
        input,
        window.size(),
        String.valueOf(window.query()),
        entries(window),
        window.snapshot());
  }

  private static Golden keyed(String aggregation, ValueType input) {
    KeyedWindows<String, Object> windows = SlidingWindows.keyed("b_fiba4", aggregation, input);
    for (int i = 0; i < 14; i++) {
      windows.insert(WORDS[i % 3], time(i), value(i, windows.aggregation()));
    }
    return new Golden(
        KEYED,
        aggregation,
        input,
        windows.keys(),
        answers(windows),
        "-",
        windows.snapshot(KeyCodec.TEXT));
  }

  /** Each key with its result, by key. */
  static String answers(KeyedWindows<String, Object> windows) {
    TreeMap<String, Object> answers = new TreeMap<>();
    windows.forEach(answers::put);
    return answers.toString();
  }

  /** Each time with its entry's result, or a dash if entries are not kept. */
  static String entries(SlidingWindow<Object> window) {
    if (!window.algorithm().is(Trait.KEEPS_ENTRIES)) {
      return "-";
    }
    StringBuilder text = new StringBuilder();
    window.forEach((time, value) -> text.append(time).append('=').append(value).append(' '));
    return text.toString().strip();
  }

  /** Some times occur twice; two are the ends of the range. */
  private static long time(int i) {
    return i == 0 ? Long.MIN_VALUE : i == 13 ? Long.MAX_VALUE : 10L + i - i % 4 / 3;
  }

  private static Object value(int i, Aggregation<?> aggregation) {
    Object value =
        switch (aggregation.input()) {
          case LONG -> (long) (i % 5 - 1);
          case DOUBLE -> i * 0.5 - 1;
          case STRING -> WORDS[i % WORDS.length];
        };
    return aggregation.columns() == 1 ? value : new Object[] {value, (long) (i * 7 % 11)};
  }

  String line() {
    return String.join(
        "\t",
        aggregation,
        input.name(),
        String.valueOf(size),
        query,
        entries,
        HexFormat.of().formatHex(bytes));
  }

  private static Golden read(String algorithm, String line) {
    String[] parts = line.split("\t", -1);
    return new Golden(
        algorithm,
        parts[0],
        ValueType.valueOf(parts[1]),
        Long.parseLong(parts[2]),
        parts[3],
        parts[4],
        HexFormat.of().parseHex(parts[5]));
  }

  /** The snapshots of a release. */
  static List<Golden> read(Path release) throws IOException {
    List<Golden> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(release)) {
      for (Path file : files.sorted().toList()) {
        String algorithm = file.getFileName().toString().replaceFirst("\\.txt$", "");
        for (String line : Files.readAllLines(file)) {
          all.add(read(algorithm, line));
        }
      }
    }
    return all;
  }

  /** Writes the snapshots of a release into its folder. */
  static void write(Path release, List<Golden> all) throws IOException {
    for (String algorithm : writers()) {
      List<String> lines =
          all.stream().filter(g -> g.algorithm.equals(algorithm)).map(Golden::line).toList();
      Files.write(release.resolve(algorithm + ".txt"), lines);
    }
  }

  /** Names the exhibit, for failures. */
  @Override
  public String toString() {
    return algorithm + " of " + aggregation + " over " + input;
  }
}
