package dev.finestra.internal.algorithm;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;

/**
 * An algorithm rejects an operation. The message names the algorithms that support it.
 *
 * <p>If an inner window rejects an operation, the wrapper around it throws the same refusal with
 * its own algorithm ({@link #by}), because that is the one that the user named.
 */
public final class Refusal extends UnsupportedOperationException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final Trait needed;
  private final boolean isLateInsert;

  private Refusal(Algorithm algorithm, String what, Trait needed, boolean isLateInsert) {
    super(sentence(algorithm, what, needed, isLateInsert));
    this.what = what;
    this.needed = needed;
    this.isLateInsert = isLateInsert;
  }

  /** Names the operation that the algorithm lacks, and the trait of the algorithms that have it. */
  public static UnsupportedOperationException of(Algorithm algorithm, String what, Trait needed) {
    return new Refusal(algorithm, what, needed, false);
  }

  /** An algorithm for times in order rejects an earlier time. */
  public static UnsupportedOperationException late(Algorithm algorithm, long time, long youngest) {
    return new Refusal(
        algorithm,
        "insert " + time + " before its youngest time " + youngest,
        Trait.OUT_OF_ORDER,
        true);
  }

  /** A reorder buffer rejects a time that is later than its bound allows. */
  public static UnsupportedOperationException beyondBound(
      Algorithm algorithm, long time, long bound, long highest) {
    return new Refusal(
        algorithm,
        "insert " + time + ", which is more than " + bound + " before " + highest,
        Trait.OUT_OF_ORDER,
        true);
  }

  /** A queue rejects the eviction of an entry that is not its oldest. */
  public static UnsupportedOperationException notOldest(
      Algorithm algorithm, long time, long oldest) {
    return new Refusal(
        algorithm,
        "evict " + time + ", which is not its oldest time " + oldest,
        Trait.OUT_OF_ORDER,
        false);
  }

  /** The same refusal by the wrapper. */
  public Refusal by(Algorithm wrapper) {
    return new Refusal(wrapper, what, needed, isLateInsert);
  }

  private static String sentence(
      Algorithm algorithm, String what, Trait needed, boolean isLateInsert) {
    return "%s cannot %s; these can: %s%s"
        .formatted(
            algorithm.name(),
            what,
            String.join(", ", Algorithms.with(needed)),
            isLateInsert ? reordering(algorithm) : "");
  }

  private static String reordering(Algorithm algorithm) {
    return algorithm.is(Trait.REORDERS)
        ? ", and a larger bound"
        : WrapperNames.orReordered(algorithm);
  }
}
