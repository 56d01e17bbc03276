package dev.finestra.aggregation;

import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Numbers;
import dev.finestra.internal.name.Shown;

/**
 * The name of an aggregation with its parameters, as {@code quantile(0.99)}, for an {@link
 * AggregationProvider}. Throws an {@link IllegalArgumentException} for parameters that do not fit.
 */
public final class Parameters {
  private final Name name;

  Parameters(Name name) {
    this.name = name;
  }

  /** The name without parameters: {@code quantile}. */
  public String base() {
    return name.base();
  }

  /** The number of parameters. */
  public int count() {
    return name.parameters().size();
  }

  /** The parameter at an index, as it was written. */
  public String text(int index) {
    return name.parameters().get(index).toString();
  }

  /** Throws if there are more parameters than the form has. */
  public void atMost(int most, String form) {
    if (count() > most) {
      throw new IllegalArgumentException(
          most == 0
              ? name.shown() + " has parameters, but '" + base() + "' accepts none."
              : name.shown() + " has too many parameters. Write it as " + form + ".");
    }
  }

  /**
   * The whole number at an index, from {@code least} to {@code most}; {@code usual} if it is left
   * out.
   */
  public long whole(int index, String what, long usual, long least, long most) {
    if (index >= count()) {
      return usual;
    }
    try {
      long number = Numbers.whole(text(index));
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // rejected below, with numbers out of range
    }
    throw unfit(index, what + " must be a whole number from " + least + " to " + most);
  }

  /** The finite number at an index; {@code usual} if it is left out. */
  public double real(int index, String what, double usual) {
    if (index >= count()) {
      return usual;
    }
    try {
      double number = Double.parseDouble(text(index));
      if (Double.isFinite(number) && Numbers.isDecimal(text(index))) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // rejected below, with infinities, NaN and numbers that only Java accepts
    }
    throw unfit(index, what + " must be a number such as 0.5");
  }

  /** The error for a parameter: what it must be, and its text. */
  public IllegalArgumentException unfit(int index, String must) {
    return unfit(must + ", not " + Shown.cut(text(index)));
  }

  /** The error for these parameters: {@code In 'top_k(0)', k must be …}. */
  public IllegalArgumentException unfit(String must) {
    return new IllegalArgumentException("In " + name.shown() + ", " + must + ".");
  }

  /** The whole name. */
  @Override
  public String toString() {
    return name.toString();
  }
}
