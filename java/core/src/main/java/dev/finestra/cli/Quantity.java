package dev.finestra.cli;

import dev.finestra.name.Shown;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations and counts of the command line, as numbers, and numbers as text that is read at a
 * glance.
 */
final class Quantity {
  private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|d|w)");
  private static final Map<String, Double> SECONDS =
      Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "h", 3_600.0, "d", 86_400.0, "w", 604_800.0);
  private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private Quantity() {}

  /** Whether a text is a duration, as {@code 10s}. */
  static boolean isDuration(String text) {
    return DURATION.matcher(text).matches();
  }

  /** A duration in seconds, more than zero. */
  static double seconds(String option, String text) throws BadInput {
    Matcher duration = DURATION.matcher(text);
    double seconds =
        duration.matches()
            ? Double.parseDouble(duration.group(1)) * SECONDS.get(duration.group(2))
            : 0;
    if (!(seconds > 0 && seconds < 1e12)) {
      throw new BadInput(
          option
              + " is "
              + Shown.quoted(text)
              + ", which is no duration; write a number and a unit of ms, s, m, h, d, w, as 1h");
    }
    return seconds;
  }

  /** A number from a least one on, as {@code 10000} or {@code 1e6}. */
  static double number(String option, String text, double least) throws BadInput {
    double number;
    try {
      number = text.matches("[0-9.eE+-]+") ? Double.parseDouble(text) : Double.NaN;
    } catch (NumberFormatException none) {
      number = Double.NaN;
    }
    if (!(number >= least && number <= 1e15)) {
      throw new BadInput(
          option
              + " is "
              + Shown.quoted(text)
              + "; a number from "
              + brief(least)
              + " to 1e15 was expected, as 10000 or 1e6");
    }
    return number;
  }

  /** A number with three digits that count. */
  static String brief(double number) {
    if (number == 0) {
      return "0";
    }
    if (number >= 1e15 || number < 0.001) {
      return String.format(Locale.ROOT, "%.2e", number);
    }
    if (number >= 100 || number == Math.rint(number)) {
      return String.format(Locale.ROOT, "%,d", Math.round(number));
    }
    return String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.1f", number);
  }

  /** Bytes in the unit that fits. */
  static String bytes(double bytes) {
    int size = 0;
    while (bytes >= 1024 && size < SIZES.length - 1) {
      bytes /= 1024;
      size++;
    }
    return brief(bytes) + " " + SIZES[size];
  }
}
