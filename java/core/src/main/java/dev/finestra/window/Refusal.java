package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;

/** The sentences with which algorithms refuse what they cannot do. */
public final class Refusal {
  private Refusal() {}

  /** What the algorithm cannot do, and which ones can. */
  public static UnsupportedOperationException of(Algorithm algorithm, String what, Trait needed) {
    return new UnsupportedOperationException(sentence(algorithm, what, needed));
  }

  static String sentence(Algorithm algorithm, String what, Trait needed) {
    String buffered =
        needed == Trait.OUT_OF_ORDER && !algorithm.name().contains(Wrappers.REORDER)
            ? ", and reorder(" + algorithm.name() + ",bound) down to a bound"
            : "";
    return algorithm.name()
        + " cannot "
        + what
        + "; these can: "
        + String.join(", ", Catalog.with(needed))
        + buffered;
  }
}
