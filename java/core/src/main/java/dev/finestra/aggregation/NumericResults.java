package dev.finestra.aggregation;

import java.util.NoSuchElementException;

/** Results as plain numbers; throws for a result that is no number. */
public final class NumericResults {
  private NumericResults() {}

  /** A result as a long; a truth value is 1 or 0. */
  public static long toLong(Aggregation<?> aggregation, Object answer) {
    if (answer instanceof Long || answer instanceof Integer) {
      return ((Number) answer).longValue();
    }
    if (answer instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    throw noLong(aggregation, answer);
  }

  /** A result as a double, of a long the nearest one; a truth value is 1 or 0. */
  public static double toDouble(Aggregation<?> aggregation, Object answer) {
    if (answer instanceof Number number) {
      return number.doubleValue();
    }
    if (answer instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    throw refused(aggregation, answer, "not a number. Call query().");
  }

  /** The error for a result that is no long. */
  public static RuntimeException noLong(Aggregation<?> aggregation, Object answer) {
    return refused(
        aggregation,
        answer,
        answer instanceof Number ? "not a long. Call queryDouble()." : "not a long. Call query().");
  }

  private static RuntimeException refused(
      Aggregation<?> aggregation, Object answer, String whatFits) {
    if (answer == null) {
      return new NoSuchElementException(
          "The result of "
              + ValueConversions.described(aggregation)
              + " is null, which is not a number: the window is empty, or all its rows have null"
              + " columns. Call query().");
    }
    return new UnsupportedOperationException(
        "The result of %s is %s, which is %s"
            .formatted(
                ValueConversions.described(aggregation), ValueConversions.shown(answer), whatFits));
  }
}
