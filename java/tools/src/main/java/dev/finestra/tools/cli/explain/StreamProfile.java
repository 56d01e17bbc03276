package dev.finestra.tools.cli.explain;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.tools.cli.common.Quantity;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/**
 * A stream and its windows, as the options of {@code explain} describe them: durations in seconds,
 * a slide of 0 if each event has its own window, and the rate of all keys together. The counts
 * assume that events fall evenly at random on time and keys.
 */
final class StreamProfile {
  @Option(
      names = "--size",
      required = true,
      paramLabel = "DURATION",
      converter = Seconds.class,
      description = "Size of a window: a number and ms, s, m, h, d or w.")
  double size;

  @Option(
      names = "--slide",
      paramLabel = "DURATION",
      converter = Seconds.class,
      description =
          "Time from the start of one window to the next. Without it, each event has a window of its"
              + " own, which ends at the event.")
  double slide;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      converter = Rate.class,
      description = "Events per second, of all keys (default: ${DEFAULT-VALUE}).")
  double rate;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "1",
      converter = Count.class,
      description = "Number of keys, all equally likely (default: ${DEFAULT-VALUE}).")
  double keys;

  @Option(
      names = "--disorder",
      paramLabel = "N|DURATION",
      defaultValue = "0",
      converter = Disorder.class,
      description =
          "How late an event may be: a number of events of the whole stream, or a duration"
              + " (default: ${DEFAULT-VALUE}).")
  private Disorder.Lateness lateness;

  @Option(
      names = "--aggregation",
      paramLabel = "NAME",
      defaultValue = "max",
      description = "Aggregation (default: ${DEFAULT-VALUE}).")
  private String aggregationName;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "long",
      description = "Type of the values: long, double or string (default: ${DEFAULT-VALUE}).")
  private String typeName;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "Algorithm (default: ${DEFAULT-VALUE}). 'finestra list' prints all names.")
  String algorithm;

  private Aggregation<?> aggregation;

  /**
   * Throws if the options do not fit together.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  void check() {
    if (slide > size) {
      throw new IllegalArgumentException(
          ("--slide is %s s and --size %s s, so events between two windows would be in none;"
                  + " choose a slide of at most the size")
              .formatted(Quantity.brief(slide), Quantity.brief(size)));
    }
    Algorithm named = SlidingWindows.algorithm(algorithm);
    if (named.is(Trait.ROUNDS_TIMES) || named.is(Trait.REORDERS)) {
      throw new IllegalArgumentException(
          algorithm
              + " rounds or delays times, which explain cannot estimate; name the algorithm"
              + " inside it, such as b_fiba4, and set --slide and --disorder");
    }
    aggregation = Aggregations.of(aggregationName, ValueType.named(typeName));
  }

  Aggregation<?> aggregation() {
    return aggregation;
  }

  /** How late an event may be, in events of the whole stream. */
  double disorder() {
    return lateness.events + lateness.seconds * rate;
  }

  /** Events of one key in a window. */
  double eventsOfKey() {
    return rate * size / keys;
  }

  /** How late an event may be, in events of its own key. */
  double distance() {
    return Math.min(disorder() / keys, eventsOfKey());
  }

  /** Expected number of keys that have an event in a window. */
  double liveKeys() {
    return keys * -Math.expm1(-eventsOfKey());
  }

  private static long millis(double seconds) {
    return Math.max(1, Math.round(seconds * 1_000));
  }

  /** Whether the events of a pane share one entry, which needs an order-free aggregation. */
  boolean hasPanes() {
    return slide > 0 && aggregation().is(Property.COMMUTATIVE);
  }

  /** Entries of all keys: events, or panes with at least one event. */
  double entries() {
    if (!hasPanes()) {
      return rate * size;
    }
    // A slide is one pane, or two if a window ends inside of it; see WindowGrid.
    double first = millis(size) % millis(slide) / 1_000.0;
    return keys * size / slide * (occupied(first) + occupied(slide - first));
  }

  /** The probability that a key has an event in a pane of this length. */
  private double occupied(double seconds) {
    return -Math.expm1(-rate * seconds / keys);
  }

  /** How many events of a key share an entry, at least one. */
  double eventsOfEntry() {
    return hasPanes() ? Math.max(1, rate * size / entries()) : 1;
  }

  /** Results per second, of all keys. */
  double results() {
    return slide == 0 ? rate : liveKeys() / slide;
  }

  /** The number of windows that contain an event, which is how often an engine copies it. */
  double copies() {
    return slide == 0 ? 1 : (millis(size) + millis(slide) - 1) / millis(slide);
  }

  /** The expected number of open windows with at least one event, of all keys. */
  double openWindows() {
    double inSlide = rate * slide / keys;
    double windows = copies();
    double empty =
        inSlide == 0
            ? windows
            : Math.exp(-inSlide) * Math.expm1(-inSlide * windows) / Math.expm1(-inSlide);
    return keys * Math.max(0, windows - empty);
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
    record Lateness(double events, double seconds) {}

    @Override
    public Lateness convert(String text) {
      return Quantity.isDuration(text)
          ? new Lateness(0, Quantity.seconds(text))
          : new Lateness(Quantity.number(text, 0), 0);
    }
  }
}
