package dev.finestra.testing;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A sequence of operations on one window.
 *
 * @param profile how it was made
 * @param operations the steps, first to last
 */
public record History(Profile profile, List<Operation> operations) {
  public History {
    operations = List.copyOf(operations);
  }

  /** The most values that the window may come to hold. */
  public long values() {
    return operations.stream().mapToLong(Operation::count).sum();
  }

  /** The history as {@code finestra replay} reads it. */
  public String lines() {
    return operations.stream().map(o -> o.line() + "\n").collect(Collectors.joining());
  }

  /** How times go in a history. */
  public enum Profile {
    /** Times never fall; some are equal. */
    IN_ORDER,
    /** Times fall back by a bounded distance now and then. */
    SLIGHTLY_OUT_OF_ORDER,
    /** Times fall anywhere. */
    WILD,
    /** There are two to five times in all. */
    FEW_TIMES,
    /** Times lie at the ends of the range, and around zero. */
    EXTREME_TIMES,
    /** Each insert evicts what a window of a fixed size has passed. */
    SLIDING,
    /** The window fills, and is emptied again. */
    FILL_AND_DRAIN
  }
}
