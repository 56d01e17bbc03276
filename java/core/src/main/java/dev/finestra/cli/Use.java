package dev.finestra.cli;

import dev.finestra.Algorithm.Trait;
import dev.finestra.Finestra;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.name.Name;
import java.util.Set;

/**
 * What {@code explain} is told of a stream and its windows.
 *
 * @param size of a window, in seconds
 * @param slide from one window to the next, in seconds; 0 where each event has its own window
 * @param rate events a second, of all keys
 * @param keys how many there are, each as likely as the others
 * @param disorder how many events of the stream an event may come late
 */
record Use(
    String algorithm,
    Aggregation<?> aggregation,
    double size,
    double slide,
    double rate,
    double keys,
    double disorder) {

  static Use read(Arguments arguments) throws BadInput {
    double size = Quantity.seconds("--size", arguments.need("--size", "1d"));
    double slide =
        arguments.has("--slide") ? Quantity.seconds("--slide", arguments.get("--slide", "")) : 0;
    if (slide > size) {
      throw new BadInput(
          "--slide is longer than --size: events between two windows would be in none");
    }
    double rate = Quantity.number("--rate", arguments.get("--rate", "1000"), 1e-9);
    double keys = Quantity.number("--keys", arguments.get("--keys", "1"), 1);
    String late = arguments.get("--disorder", "0");
    double disorder =
        Quantity.isDuration(late)
            ? Quantity.seconds("--disorder", late) * rate
            : Quantity.number("--disorder", late, 0);
    try {
      String algorithm = arguments.get("--algorithm", "auto");
      if (Finestra.algorithm(algorithm).is(Trait.ROUNDS_TIMES)
          || Name.parse(algorithm).base().equals("reorder")) {
        throw new BadInput(
            "explain tries an algorithm on entries as they are, and "
                + algorithm
                + " rounds or holds back times; name one that does not, as b_fiba4, and tell --slide and --disorder");
      }
      ValueType type = ValueType.named(arguments.get("--type", "long"));
      Aggregation<?> aggregation = Aggregations.of(arguments.get("--aggregation", "max"), type);
      return new Use(algorithm, aggregation, size, slide, rate, keys, disorder);
    } catch (IllegalArgumentException unfit) {
      throw new BadInput("explain: " + unfit.getMessage());
    }
  }

  static Set<String> options() {
    return Set.of(
        "--size",
        "--slide",
        "--rate",
        "--keys",
        "--disorder",
        "--aggregation",
        "--algorithm",
        "--type");
  }

  /** Events of one key in a window. */
  double eventsOfKey() {
    return rate * size / keys;
  }

  /** Events of the same key that one event may come behind. */
  double distance() {
    return Math.min(disorder / keys, eventsOfKey());
  }

  /** The part of the keys that have an event in a window, when events fall evenly at random. */
  double liveKeys() {
    return keys * -Math.expm1(-eventsOfKey());
  }

  /** The width of a slice, in seconds: every window begins and ends where a slice does. */
  private double slice() {
    long a = millis(size);
    for (long b = millis(slide); b != 0; ) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a / 1_000.0;
  }

  private static long millis(double seconds) {
    return Math.max(1, Math.round(seconds * 1_000));
  }

  /** Whether events share an entry: those of a slice do where their order makes no difference. */
  boolean hasSlices() {
    return slide > 0 && aggregation.is(Property.COMMUTATIVE);
  }

  /** Entries of all keys: events, or the slices that have one. */
  double entries() {
    return hasSlices()
        ? keys * (size / slice()) * -Math.expm1(-rate * slice() / keys)
        : rate * size;
  }

  /** Events of one key that share an entry, at least one. */
  double eventsOfEntry() {
    return hasSlices() ? Math.max(1, rate * slice() / keys) : 1;
  }

  /** Results a second, of all keys. */
  double results() {
    return slide == 0 ? rate : liveKeys() / slide;
  }

  /** How many windows an event is in, which is how often an engine copies it. */
  double copies() {
    return slide == 0 ? 1 : (millis(size) + millis(slide) - 1) / millis(slide);
  }

  /** The open windows of all keys that have an event: those that began in the last size. */
  double openWindows() {
    double inSlide = rate * slide / keys;
    double windows = copies();
    double empty =
        inSlide == 0
            ? windows
            : Math.exp(-inSlide) * Math.expm1(-inSlide * windows) / Math.expm1(-inSlide);
    return keys * Math.max(0, windows - empty);
  }
}
