package dev.finestra.flink.internal.aggregate;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowRequest;
import java.io.Serializable;

/**
 * What the state of windows depends on, besides the aggregations.
 *
 * @param description all of it as text
 * @param windows the kind and the sizes of the windows, as text
 * @param family the same without the sizes that a job may change
 * @param emission when results are emitted; empty if an early version wrote the state
 * @param algorithm the algorithm's name; empty likewise
 * @param longest the size of the longest window; 0 if it is not known
 * @param hasPanes whether rows of a slide may share an entry
 */
public record WindowFormat(
    String description,
    String windows,
    String family,
    String emission,
    String algorithm,
    long longest,
    boolean hasPanes)
    implements Serializable {

  static WindowFormat of(WindowRequest request) {
    return new WindowFormat(
        request.described(),
        request.windows(),
        request.family(),
        request.emission(),
        request.algorithm(),
        request.allSizes().stream().mapToLong(size -> size).max().orElse(0),
        request.kind() instanceof SlidingTimeWindow);
  }

  /** The format that a savepoint of an early version describes. */
  public static WindowFormat stored(String description) {
    return new WindowFormat(description, description, description, "", "", 0, false);
  }

  /** The format if the operator also keeps all rows. */
  WindowFormat withChanges() {
    String changes = " with changes";
    return new WindowFormat(
        description + changes,
        windows + changes,
        family + changes,
        emission,
        algorithm,
        longest,
        hasPanes);
  }

  /** Whether state of the earlier windows is that of these. */
  boolean isSame(WindowFormat before) {
    return description.equals(before.description) && !hasOtherEmission(before);
  }

  /** Whether keys have pages of another algorithm. */
  public boolean hasOtherAlgorithm(WindowFormat before) {
    return !before.algorithm.isEmpty() && !algorithm.equals(before.algorithm);
  }

  /** Whether results are emitted at other times. */
  public boolean hasOtherEmission(WindowFormat before) {
    return !before.emission.isEmpty() && !emission.equals(before.emission);
  }

  /** Whether a result is emitted when its time has passed. */
  public boolean emitsWhenPassed() {
    return emission.equals(Emit.ON_WATERMARK.name()) || emission.equals(Emit.CORRECTIONS.name());
  }

  /** Whether results are emitted when they change. */
  public boolean emitsChanges() {
    return emission.startsWith("changes");
  }

  /** The rate of changes, the last word of such an emission. */
  public long rate() {
    return Long.parseLong(emission.substring(emission.lastIndexOf(' ') + 1));
  }

  /**
   * Whether these windows can continue state of the earlier ones, if the aggregations can.
   *
   * @param mayHaveOtherSizes whether results of larger windows can be null until they have all rows
   */
  boolean canContinue(WindowFormat before, boolean mayHaveOtherSizes) {
    if (isSame(before)) {
      return true;
    }
    boolean areSameWindows =
        windows.equals(before.windows) || (mayHaveOtherSizes && family.equals(before.family));
    boolean canMove = !hasOtherAlgorithm(before) || before.is(Trait.KEEPS_ENTRIES);
    return areSameWindows && canMove;
  }

  /** Whether a window is stored as a whole, with partial results among its bytes. */
  boolean isWhole() {
    return is(Trait.WHOLE_ON_PAGES);
  }

  private boolean is(Trait trait) {
    Algorithm known = algorithm.isEmpty() ? null : SlidingWindows.algorithm(algorithm);
    return known != null && known.is(trait);
  }
}
