package dev.finestra.tools.cli.explain;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.tools.cli.common.BadInputException;
import dev.finestra.tools.cli.common.JsonText;
import dev.finestra.tools.cli.common.Quantity;
import dev.finestra.tools.cli.common.TextColumns;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** {@code finestra explain}: what a window will hold and cost, with Finestra and without. */
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

  @Option(
      names = "--size",
      required = true,
      paramLabel = "DURATION",
      converter = Seconds.class,
      description = "Size of a window: a number and ms, s, m, h, d or w.")
  private double size;

  @Option(
      names = "--slide",
      paramLabel = "DURATION",
      converter = Seconds.class,
      description =
          "From the start of one window to the next. Without it, each event has a window of its"
              + " own, which ends at the event.")
  private double slide;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      converter = Rate.class,
      description = "Events per second, of all keys (${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "1",
      converter = Count.class,
      description = "Number of keys, all equally likely (${DEFAULT-VALUE}).")
  private double keys;

  @Option(
      names = "--disorder",
      paramLabel = "N|DURATION",
      defaultValue = "0",
      converter = Disorder.class,
      description =
          "How late an event may be: in events of the whole stream, or a duration"
              + " (${DEFAULT-VALUE}).")
  private Disorder.Lateness disorder;

  @Option(
      names = "--aggregation",
      paramLabel = "NAME",
      defaultValue = "max",
      description = "Aggregation (${DEFAULT-VALUE}).")
  private String aggregation;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "long",
      description = "Type of the values: long, double or string (${DEFAULT-VALUE}).")
  private String type;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "Algorithm (${DEFAULT-VALUE}). 'finestra list' prints all names.")
  private String algorithm;

  @Option(names = "--json", description = "Print the figures as one line of JSON.")
  private boolean json;

  public ExplainCommand(OutputStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws BadInputException, IOException {
    StreamProfile profile =
        StreamProfile.of(
            algorithm, aggregation, type, size, slide, rate, keys, disorder.events(rate));
    Figures figures = figures(profile);
    String text = json ? JsonText.of(figures) + "\n" : text(profile, figures);
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return 0;
  }

  private static final class Seconds implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      return Quantity.seconds(text);
    }
  }

  private static final class Rate implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      return Quantity.number(text, 1e-9);
    }
  }

  private static final class Count implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      return Quantity.number(text, 1);
    }
  }

  /** Events, or a time, which the rate converts to events. */
  private static final class Disorder implements ITypeConverter<Disorder.Lateness> {
    record Lateness(double events, double seconds) {
      double events(double rate) {
        return events + seconds * rate;
      }
    }

    @Override
    public Lateness convert(String text) {
      return Quantity.isDuration(text)
          ? new Lateness(0, Quantity.seconds(text))
          : new Lateness(Quantity.number(text, 0), 0);
    }
  }

  /** The figures, named as in JSON. */
  private record Figures(
      String algorithm,
      String why,
      String aggregation,
      double sizeS,
      double slideS,
      double rate,
      double keys,
      double disorder,
      double distanceInKey,
      Finestra finestra,
      Engine engine,
      double resultsPerS,
      String onStreams) {}

  private record Finestra(
      double entries,
      double entriesPerLiveKey,
      double bytesPerEntry,
      double bytes,
      double combinesPerEvent,
      double combinesPerS) {}

  private record Engine(
      double entries, double bytes, double combinesPerEvent, double combinesPerS) {}

  private static Figures figures(StreamProfile profile) throws BadInputException {
    CostSample sample = new CostSample(profile);
    String algorithm;
    double combines;
    try {
      algorithm = sample.algorithm();
      combines = sample.combinesPerEvent();
    } catch (IllegalArgumentException | UnsupportedOperationException unfit) {
      throw new BadInputException("finestra explain: " + unfit.getMessage());
    }
    double bytes = sample.bytesPerEntry();
    double entries = profile.slide() == 0 ? profile.rate() * profile.size() : profile.openWindows();
    double updates = profile.slide() == 0 ? Math.max(1, profile.eventsOfKey()) : profile.copies();
    return new Figures(
        algorithm,
        why(profile, algorithm),
        profile.aggregation().name(),
        profile.size(),
        profile.slide(),
        profile.rate(),
        profile.keys(),
        profile.disorder(),
        profile.distance(),
        new Finestra(
            profile.entries(),
            profile.entries() / Math.max(1, profile.liveKeys()),
            bytes,
            bytes * profile.entries(),
            combines,
            combines * profile.rate()),
        new Engine(entries, entries * ENGINE_BYTES, updates, updates * profile.rate()),
        profile.results(),
        profile.algorithm().equals("auto") ? sample.onStreams() : profile.algorithm());
  }

  private static String why(StreamProfile profile, String name) {
    if (!profile.algorithm().equals("auto")) {
      return "you named it";
    }
    if (profile.disorder() > 0) {
      return "events arrive out of order, and FiBA inserts an event that is d places late in O(log"
          + " d)";
    }
    boolean inverse = profile.aggregation().is(Property.INVERTIBLE);
    return inverse && name.equals("subtract_on_evict")
        ? "events arrive in order, and "
            + profile.aggregation().name()
            + " has an exact inverse, which removes evicted values"
        : "events arrive in order, and "
            + profile.aggregation().name()
            + " has no exact inverse of constant cost; "
            + name
            + " needs a constant number of combines per event, whatever the size";
  }

  private static String text(StreamProfile profile, Figures all) {
    Finestra ours = all.finestra;
    Engine theirs = all.engine;
    TextColumns table =
        new TextColumns(
            "", "finestra", profile.slide() == 0 ? "recalculation" : "a copy per window", "ratio");
    row(table, "entries in state", ours.entries, theirs.entries);
    table.row(
        "bytes of state",
        Quantity.bytes(ours.bytes),
        "at least " + Quantity.bytes(theirs.bytes),
        ratio(ours.bytes, theirs.bytes));
    row(table, "combines per event", ours.combinesPerEvent, theirs.combinesPerEvent);
    row(table, "combines per second", ours.combinesPerS, theirs.combinesPerS);
    return all.algorithm
        + ": "
        + all.why
        + ".\n\n"
        + table
        + "\n"
        + Quantity.brief(ours.entriesPerLiveKey)
        + (profile.hasSlices() ? " slices" : " events")
        + " of a key are in its window, "
        + Quantity.brief(ours.bytesPerEntry)
        + " bytes each. Results per second, with either: "
        + Quantity.brief(all.resultsPerS)
        + ".\n"
        + verdict(profile, theirs)
        + (all.onStreams.equals(all.algorithm)
            ? ""
            : "In streams of Flink and Spark, auto means "
                + all.onStreams
                + "; its nodes are pages in the engine's state.\n");
  }

  private static String verdict(StreamProfile profile, Engine theirs) {
    if (profile.slide() == 0) {
      return "Spark rejects OVER on streams, and recalculates each frame in a batch. Flink's SQL"
          + " OVER scans all stored times.\n";
    }
    return profile.copies() == 1
        ? "The windows do not overlap, so an engine's own tumbling window is as good.\n"
        : "Flink's sliding windows and Spark's window() copy each event into "
            + Quantity.brief(profile.copies())
            + " windows: "
            + Quantity.brief(theirs.combinesPerS)
            + " updates of state per second.\n";
  }

  private static void row(TextColumns table, String what, double ours, double theirs) {
    table.row(what, Quantity.brief(ours), Quantity.brief(theirs), ratio(ours, theirs));
  }

  private static String ratio(double ours, double theirs) {
    return Quantity.brief(theirs / Math.max(1e-12, ours));
  }
}
