package dev.finestra.aggregation;

import dev.finestra.name.Name;
import dev.finestra.name.Numbers;
import dev.finestra.name.Shown;

/** Reads the parameters of an aggregation's name; refuses what does not fit with a sentence. */
public final class Parameters {
  private Parameters() {}

  /** Refuses more parameters than a form has. */
  public static void atMost(int most, Name name, String form) {
    if (name.parameters().size() > most) {
      throw new IllegalArgumentException(
          most == 0
              ? "'" + name.base() + "' takes no parameters, " + name.shown() + " has some"
              : name.shown() + " has too many parameters; it is written " + form);
    }
  }

  /** The whole number at an index, from least to most; the usual one where there is none. */
  public static long whole(Name name, int index, String what, long usual, long least, long most) {
    if (index >= name.parameters().size()) {
      return usual;
    }
    String text = name.parameters().get(index).toString();
    try {
      long number = Numbers.whole(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // refused below, with those out of range
    }
    throw new IllegalArgumentException(
        "in "
            + name.shown()
            + " "
            + what
            + " is a whole number from "
            + least
            + " to "
            + most
            + ", not "
            + Shown.cut(text));
  }

  /** The finite number at an index; the usual one where there is none. */
  public static double real(Name name, int index, String what, double usual) {
    if (index >= name.parameters().size()) {
      return usual;
    }
    String text = name.parameters().get(index).toString();
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number) && Numbers.isDecimal(text)) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // refused below, with infinities, NaN and what only Java takes for numbers
    }
    throw new IllegalArgumentException(
        "in " + name.shown() + " " + what + " is a number, as 0.5, not " + Shown.cut(text));
  }
}
