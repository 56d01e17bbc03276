package dev.finestra.tools.cli.explain;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.tools.cli.common.BadInputException;
import dev.finestra.tools.cli.common.JsonText;
import dev.finestra.tools.cli.common.Quantity;
import dev.finestra.tools.cli.common.TextColumns;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code finestra explain}: the expected size and cost of a window, with Finestra and without. */
@Command(
    name = "explain",
    sortOptions = false,
    description = {
      "",
      "Says which algorithm 'auto' chooses and why. Compares the size and cost of the windows with"
          + " those of an engine that copies each event into all of its windows.",
      ""
    },
    footer = {
      "",
      "The counts are expected values for events that fall evenly at random on time and keys."
          + " Bytes per entry and combines per event are measured while you wait, on a window of"
          + " one key with at most 100,000 entries. The combines are those of 'max'; they include"
          + " the event's share of the queries. An engine's window is counted as 32 bytes, the"
          + " least that key, namespace and accumulator need.",
      "",
      "Examples:",
      "  finestra explain --size 1h --rate 500",
      "  finestra explain --size 1d --slide 1s --rate 10000 --keys 1e6 --disorder 1000"
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final int ENGINE_BYTES = 32;

  private final OutputStream out;

  @Mixin private StreamProfile profile;

  @Option(names = "--json", description = "Print the figures as one line of JSON.")
  private boolean json;

  public ExplainCommand(OutputStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws BadInputException, IOException {
    CostSample sample;
    String algorithm;
    double combines;
    try {
      profile.check();
      sample = new CostSample(profile);
      algorithm = sample.algorithm();
      combines = sample.combinesPerEvent();
    } catch (IllegalArgumentException | UnsupportedOperationException unfit) {
      throw new BadInputException("finestra explain: " + unfit.getMessage());
    }
    Finestra ours = finestra(combines, sample.bytesPerEntry());
    Engine theirs = engine();
    String onStreams = profile.algorithm.equals("auto") ? sample.onStreams() : profile.algorithm;
    String text =
        json
            ? JsonText.of(data(algorithm, ours, theirs, onStreams)) + "\n"
            : text(algorithm, ours, theirs, onStreams);
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return 0;
  }

  private record Finestra(
      double entries,
      double entriesPerLiveKey,
      double bytesPerEntry,
      double bytes,
      double combinesPerEvent,
      double combinesPerS) {}

  private record Engine(
      double entries, double bytes, double combinesPerEvent, double combinesPerS) {}

  private Finestra finestra(double combines, double bytes) {
    double entries = profile.entries();
    return new Finestra(
        entries,
        entries / Math.max(1, profile.liveKeys()),
        bytes,
        bytes * entries,
        combines,
        combines * profile.rate);
  }

  private Engine engine() {
    double entries = profile.slide == 0 ? profile.rate * profile.size : profile.openWindows();
    double updates = profile.slide == 0 ? Math.max(1, profile.eventsOfKey()) : profile.copies();
    return new Engine(entries, entries * ENGINE_BYTES, updates, updates * profile.rate);
  }

  private Map<String, Object> data(
      String algorithm, Finestra ours, Engine theirs, String onStreams) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("algorithm", algorithm);
    data.put("why", why(algorithm));
    data.put("aggregation", profile.aggregation().name());
    data.put("size_s", profile.size);
    data.put("slide_s", profile.slide);
    data.put("rate", profile.rate);
    data.put("keys", profile.keys);
    data.put("disorder", profile.disorder());
    data.put("distance_in_key", profile.distance());
    data.put("finestra", ours);
    data.put("engine", theirs);
    data.put("results_per_s", profile.results());
    data.put("on_streams", onStreams);
    return data;
  }

  private String why(String name) {
    if (!profile.algorithm.equals("auto")) {
      return "you named it";
    }
    if (profile.disorder() > 0) {
      return "events arrive out of order, and FiBA inserts an event that is d places late in O(log"
          + " d)";
    }
    boolean inverse = profile.aggregation().is(Property.INVERTIBLE);
    return "events arrive in order, and "
        + profile.aggregation().name()
        + (inverse && name.equals("subtract_on_evict")
            ? " has an exact inverse, which removes evicted values"
            : " has no exact inverse of constant cost; "
                + name
                + " needs a constant number of combines per event, whatever the size");
  }

  private String text(String algorithm, Finestra ours, Engine theirs, String onStreams) {
    String other = profile.slide == 0 ? "recalculation" : "a copy per window";
    TextColumns table = new TextColumns("", "finestra", other, "ratio");
    row(table, "entries in state", ours.entries, theirs.entries);
    table.row(
        "bytes of state",
        Quantity.bytes(ours.bytes),
        "at least " + Quantity.bytes(theirs.bytes),
        ratio(ours.bytes, theirs.bytes));
    row(table, "combines per event", ours.combinesPerEvent, theirs.combinesPerEvent);
    row(table, "combines per second", ours.combinesPerS, theirs.combinesPerS);
    return """
        %s: %s.

        %s
        %s %s of a key are in its window, %s bytes each. Results per second, with either: %s.
        %s
        %s"""
        .formatted(
            algorithm,
            why(algorithm),
            table,
            Quantity.brief(ours.entriesPerLiveKey),
            profile.hasPanes() ? "panes" : "events",
            Quantity.brief(ours.bytesPerEntry),
            Quantity.brief(profile.results()),
            verdict(theirs),
            onStreams.equals(algorithm)
                ? ""
                : "In streams of Flink and Spark, auto means "
                    + onStreams
                    + "; its nodes are pages in the engine's state.\n");
  }

  private String verdict(Engine theirs) {
    if (profile.slide == 0) {
      return "Spark rejects OVER on streams, and recalculates each frame in a batch. Flink's SQL"
          + " OVER scans all stored times.";
    }
    return profile.copies() == 1
        ? "The windows do not overlap, so an engine's own tumbling window is as good."
        : "For each event, Flink's sliding windows update "
            + Quantity.brief(profile.copies())
            + " partial results, and Spark's window() makes as many copies: "
            + Quantity.brief(theirs.combinesPerS)
            + " updates of state per second.";
  }

  private static void row(TextColumns table, String what, double ours, double theirs) {
    table.row(what, Quantity.brief(ours), Quantity.brief(theirs), ratio(ours, theirs));
  }

  private static String ratio(double ours, double theirs) {
    return Quantity.brief(theirs / Math.max(1e-12, ours));
  }
}
