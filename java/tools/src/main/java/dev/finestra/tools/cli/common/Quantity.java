package dev.finestra.tools.cli.common;

import dev.finestra.internal.name.Shown;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Durations and counts: read from options, and printed with three significant digits. */
public final class Quantity {
  private static final double LARGEST = 1e15;
  private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|d|w)");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Map<String, Double> SECONDS =
      Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "h", 3_600.0, "d", 86_400.0, "w", 604_800.0);
  private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private Quantity() {}

  /** Whether a text is a duration, such as {@code 10s}. */
  public static boolean isDuration(String text) {
    return DURATION.matcher(text).matches();
  }

  /** A positive duration in seconds. */
  public static double seconds(String text) {
    Matcher duration = DURATION.matcher(text);
    double seconds =
        duration.matches()
            ? Double.parseDouble(duration.group(1)) * SECONDS.get(duration.group(2))
            : 0;
    if (!(seconds > 0 && seconds < 1e12)) {
      throw new TypeConversionException(
          Shown.quoted(text)
              + " is not a duration; write a number and a unit (ms, s, m, h, d, w), such as 1h");
    }
    return seconds;
  }

  /** A number of at least {@code least}, such as {@code 10000} or {@code 1e6}. */
  public static double number(String text, double least) {
    double number = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!(number >= least && number <= LARGEST)) {
      throw new TypeConversionException(
          Shown.quoted(text)
              + " is not a number from "
              + brief(least)
              + " to 1e15; write one such as 10000 or 1e6");
    }
    return number;
  }

  /** A number with three significant digits. */
  public static String brief(double number) {
    if (number == 0) {
      return "0";
    }
    if (number >= LARGEST || number < 0.001) {
      return String.format(Locale.ROOT, "%.2e", number);
    }
    if (number >= 100 || number == Math.rint(number)) {
      return String.format(Locale.ROOT, "%,d", Math.round(number));
    }
    return String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.1f", number);
  }

  /** Bytes in the largest unit that is not above them. */
  public static String bytes(double bytes) {
    int size = 0;
    while (bytes >= 1024 && size < SIZES.length - 1) {
      bytes /= 1024;
      size++;
    }
    return brief(bytes) + " " + SIZES[size];
  }
}
