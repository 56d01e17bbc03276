package dev.finestra.testing;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A sequence of operations on one window.
 *
 * @param profile the pattern of its times
 * @param operations the steps, first to last
 */
public record History(Profile profile, List<Operation> operations) {
  public History {
    operations = List.copyOf(operations);
  }

  /** An upper bound of the values in the window. */
  public long values() {
    return operations.stream().mapToLong(Operation::count).sum();
  }

  /** The lines for {@code finestra replay}. */
  public String lines() {
    return operations.stream().map(o -> o.line() + "\n").collect(Collectors.joining());
  }

  /** Patterns of times. */
  public enum Profile {
    /** Times never fall; some are equal. */
    IN_ORDER,
    /** Times fall back by a bounded distance now and then. */
    SLIGHTLY_OUT_OF_ORDER,
    /** Times fall anywhere. */
    WILD,
    /** There are two to five times in all. */
    FEW_TIMES,
    /** Times are near both ends of the range, and near zero. */
    EXTREME_TIMES,
    /** A window of a fixed size slides with each insert. */
    SLIDING,
    /** The window fills and is emptied, again and again. */
    FILL_AND_DRAIN
  }
}
