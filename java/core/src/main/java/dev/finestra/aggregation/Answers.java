package dev.finestra.aggregation;

import java.util.NoSuchElementException;

/** Answers as plain numbers; what is none is refused with a sentence. */
public final class Answers {
  private Answers() {}

  /** The long that an answer is; a truth value is 1 or 0. */
  public static long toLong(Aggregation<?> aggregation, Object answer) {
    if (answer instanceof Long || answer instanceof Integer) {
      return ((Number) answer).longValue();
    }
    if (answer instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    throw noLong(aggregation, answer);
  }

  /** The double that an answer is, a long as the nearest one; a truth value is 1 or 0. */
  public static double toDouble(Aggregation<?> aggregation, Object answer) {
    if (answer instanceof Number number) {
      return number.doubleValue();
    }
    if (answer instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    throw refused(aggregation, answer, "no number; ask query()");
  }

  /** The refusal of an answer that is no long. */
  static RuntimeException noLong(Aggregation<?> aggregation, Object answer) {
    return refused(
        aggregation,
        answer,
        answer instanceof Number ? "not a long; ask queryDouble()" : "no long; ask query()");
  }

  private static RuntimeException refused(
      Aggregation<?> aggregation, Object answer, String whatFits) {
    if (answer == null) {
      return new NoSuchElementException(
          Values.described(aggregation)
              + " answers null here, which is no number (as of an empty window, or of one that has"
              + " only rows with null columns); ask query()");
    }
    return new UnsupportedOperationException(
        Values.described(aggregation) + " answers " + Values.shown(answer) + ", " + whatFits);
  }
}
