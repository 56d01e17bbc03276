package dev.finestra.tools.cli.explain;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.tools.cli.common.BadInputException;

/**
 * A stream and its windows as {@code explain} assumes them: events fall evenly at random on time
 * and keys.
 *
 * @param size of a window, in seconds
 * @param slide from one window to the next, in seconds; 0 if each event has its own window
 * @param rate events per second, of all keys
 * @param keys number of keys, all equally likely
 * @param disorder how many events of the whole stream an event may be late by
 */
record StreamProfile(
    String algorithm,
    Aggregation<?> aggregation,
    double size,
    double slide,
    double rate,
    double keys,
    double disorder) {

  static StreamProfile of(
      String algorithm,
      String aggregation,
      String type,
      double size,
      double slide,
      double rate,
      double keys,
      double disorder)
      throws BadInputException {
    if (slide > size) {
      throw new BadInputException(
          "finestra explain: --slide is longer than --size, so events between two windows would be"
              + " in none; choose a slide of at most the size");
    }
    try {
      Algorithm named = SlidingWindows.algorithm(algorithm);
      if (named.is(Trait.ROUNDS_TIMES) || named.is(Trait.REORDERS)) {
        throw new BadInputException(
            "finestra explain: "
                + algorithm
                + " rounds or delays times, which explain cannot estimate; name the algorithm"
                + " inside it, such as b_fiba4, and set --slide and --disorder");
      }
      return new StreamProfile(
          algorithm,
          Aggregations.of(aggregation, ValueType.named(type)),
          size,
          slide,
          rate,
          keys,
          disorder);
    } catch (IllegalArgumentException unfit) {
      throw new BadInputException("finestra explain: " + unfit.getMessage());
    }
  }

  /** Events of one key in a window. */
  double eventsOfKey() {
    return rate * size / keys;
  }

  /** How many events of its own key an event may be late by. */
  double distance() {
    return Math.min(disorder / keys, eventsOfKey());
  }

  /** Expected number of keys that have an event in a window. */
  double liveKeys() {
    return keys * -Math.expm1(-eventsOfKey());
  }

  /** The width of a slice in seconds: each window starts and ends at the boundary of a slice. */
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

  /** Whether the events of a slice share one entry, which needs an order-free aggregation. */
  boolean hasSlices() {
    return slide > 0 && aggregation.is(Property.COMMUTATIVE);
  }

  /** Entries of all keys: events, or slices with at least one event. */
  double entries() {
    return hasSlices()
        ? keys * (size / slice()) * -Math.expm1(-rate * slice() / keys)
        : rate * size;
  }

  /** How many events of a key share an entry, at least one. */
  double eventsOfEntry() {
    return hasSlices() ? Math.max(1, rate * slice() / keys) : 1;
  }

  /** Results per second, of all keys. */
  double results() {
    return slide == 0 ? rate : liveKeys() / slide;
  }

  /** The number of windows of an event, which is how often an engine copies it. */
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
}
