package dev.finestra.cli;

import dev.finestra.aggregation.Aggregation.Property;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code finestra explain}: what a window will hold and cost, and what it would without Finestra.
 */
final class Explain {
  static final String HELP =
      """
      finestra explain --size 1d [--slide 1s] [--rate 10000] [--keys 1e6] [--disorder 1000]
                       [--aggregation max] [--type long|double|string] [--algorithm auto] [--json]

      Says which algorithm is taken and why, and what a stream's windows will hold and cost, here and in an engine
      that copies each event into all of its windows, so that one sees before running what will blow up.

        --size         of a window: a number and ms, s, m, h, d or w
        --slide        from one window to the next; without it each event has a window of its own, the last --size
        --rate         events a second, of all keys (1000)
        --keys         how many keys there are, all as likely (1)
        --disorder     how far an event may come late: in events of the whole stream, or a duration as 10s (0)
        --aggregation  and --type and --algorithm by name, as finestra list has them

      Counts are expected ones for events that fall evenly at random on time and keys. Bytes an entry and combines an
      event are tried out while you wait, on a window of one key with at most 100,000 entries; combines are those of
      max, an event's part of the results' queries among them. An engine's state is counted with 32 bytes a window: key,
      namespace and accumulator take at least that.
      """;

  private static final int ENGINE_BYTES = 32;

  private Explain() {}

  static void run(List<String> given, OutputStream out) throws BadInput, IOException {
    Arguments arguments = Arguments.read("explain", given, Use.options(), Set.of("--json"));
    Use use = Use.read(arguments);
    Map<String, Object> figures = figures(use);
    Main.print(out, arguments.has("--json") ? Json.of(figures) + "\n" : text(use, figures));
  }

  private static Map<String, Object> figures(Use use) throws BadInput {
    Sample sample = new Sample(use);
    Map<String, Object> all = new LinkedHashMap<>();
    double combines;
    try {
      all.put("algorithm", sample.present());
      combines = sample.combinesPerEvent();
    } catch (IllegalArgumentException | UnsupportedOperationException unfit) {
      throw new BadInput("explain: " + unfit.getMessage());
    }
    all.put("why", why(use, sample));
    all.put("aggregation", use.aggregation().name());
    all.put("size_s", use.size());
    all.put("slide_s", use.slide());
    all.put("rate", use.rate());
    all.put("keys", use.keys());
    all.put("disorder", use.disorder());
    all.put("distance_in_key", use.distance());
    double bytes = sample.bytesPerEntry();
    Map<String, Object> finestra = new LinkedHashMap<>();
    finestra.put("entries", use.entries());
    finestra.put("entries_per_live_key", use.entries() / Math.max(1, use.liveKeys()));
    finestra.put("bytes_per_entry", bytes);
    finestra.put("bytes", bytes * use.entries());
    finestra.put("combines_per_event", combines);
    finestra.put("combines_per_s", combines * use.rate());
    all.put("finestra", finestra);
    Map<String, Object> engine = new LinkedHashMap<>();
    double entries = use.slide() == 0 ? use.rate() * use.size() : use.openWindows();
    double updates = use.slide() == 0 ? Math.max(1, use.eventsOfKey()) : use.copies();
    engine.put("entries", entries);
    engine.put("bytes", entries * ENGINE_BYTES);
    engine.put("combines_per_event", updates);
    engine.put("combines_per_s", updates * use.rate());
    all.put("engine", engine);
    all.put("results_per_s", use.results());
    all.put("on_streams", use.algorithm().equals("auto") ? sample.onStreams() : use.algorithm());
    return all;
  }

  private static String why(Use use, Sample sample) {
    String name = sample.present();
    if (!use.algorithm().equals("auto")) {
      return "it was asked for by name";
    }
    if (use.disorder() > 0) {
      return "events come out of order, and FiBA inserts one that comes d places late in O(log d)";
    }
    boolean inverse = use.aggregation().is(Property.INVERTIBLE);
    return inverse && name.equals("subtract_on_evict")
        ? "events come in order, and "
            + use.aggregation().name()
            + " has an exact inverse: what leaves is taken out again"
        : "events come in order, and "
            + use.aggregation().name()
            + " has no exact inverse of constant cost: "
            + name
            + " combines a constant number of times for each event, whatever the size";
  }

  private static String text(Use use, Map<String, Object> all) {
    Map<?, ?> ours = (Map<?, ?>) all.get("finestra");
    Map<?, ?> theirs = (Map<?, ?>) all.get("engine");
    Table table =
        new Table("", "finestra", use.slide() == 0 ? "recalculation" : "a copy a window", "ratio");
    row(table, "entries in state", ours, theirs, "entries");
    table.row(
        "bytes of state",
        Quantity.bytes(number(ours, "bytes")),
        "at least " + Quantity.bytes(number(theirs, "bytes")),
        ratio(ours, theirs, "bytes"));
    row(table, "combines an event", ours, theirs, "combines_per_event");
    row(table, "combines a second", ours, theirs, "combines_per_s");
    return all.get("algorithm")
        + ": "
        + all.get("why")
        + ".\n\n"
        + table
        + "\n"
        + Quantity.brief(number(ours, "entries_per_live_key"))
        + (use.hasSlices() ? " slices" : " events")
        + " of a key are in its window, "
        + Quantity.brief(number(ours, "bytes_per_entry"))
        + " bytes each; results a second, either way: "
        + Quantity.brief((Double) all.get("results_per_s"))
        + ".\n"
        + verdict(use, theirs)
        + onStreams(all);
  }

  private static String onStreams(Map<String, Object> all) {
    Object name = all.get("on_streams");
    return name.equals(all.get("algorithm"))
        ? ""
        : "On the streams of Flink and Spark auto is "
            + name
            + ", whose nodes are pages of their state.\n";
  }

  private static String verdict(Use use, Map<?, ?> theirs) {
    if (use.slide() == 0) {
      return "Spark refuses OVER on a stream; in a batch it recalculates each frame, and Flink's"
          + " SQL OVER scans the times that it has stored.\n";
    }
    return use.copies() == 1
        ? "The windows do not overlap: an engine's own tumbling window does as well.\n"
        : "Flink's sliding windows and Spark's window() copy each event into "
            + Quantity.brief(use.copies())
            + " windows: "
            + Quantity.brief(number(theirs, "combines_per_s"))
            + " updates of state a second.\n";
  }

  private static void row(Table table, String what, Map<?, ?> ours, Map<?, ?> theirs, String key) {
    table.row(
        what,
        Quantity.brief(number(ours, key)),
        Quantity.brief(number(theirs, key)),
        ratio(ours, theirs, key));
  }

  private static String ratio(Map<?, ?> ours, Map<?, ?> theirs, String key) {
    return Quantity.brief(number(theirs, key) / Math.max(1e-12, number(ours, key)));
  }

  private static double number(Map<?, ?> of, String key) {
    return ((Number) of.get(key)).doubleValue();
  }
}
