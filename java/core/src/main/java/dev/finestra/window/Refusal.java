package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.name.Name;

/**
 * The refusal of what an algorithm cannot do: a sentence with the names of those that can.
 *
 * <p>A window behind another one refuses in its own name; who stands before it says it again in the
 * name that the user gave.
 */
public final class Refusal extends UnsupportedOperationException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final Trait needed;

  private Refusal(Algorithm algorithm, String what, Trait needed) {
    super(sentence(algorithm, what, needed));
    this.what = what;
    this.needed = needed;
  }

  /** What the algorithm cannot do, and which ones can. */
  public static UnsupportedOperationException of(Algorithm algorithm, String what, Trait needed) {
    return new Refusal(algorithm, what, needed);
  }

  /** The refusal of an insert by an algorithm that takes input in order only. */
  public static UnsupportedOperationException late(Algorithm algorithm, long time, long youngest) {
    return new Refusal(
        algorithm, "insert " + time + " before its youngest time " + youngest, Trait.OUT_OF_ORDER);
  }

  /** The refusal of an evict by an algorithm that gives its oldest entry only. */
  public static UnsupportedOperationException notOldest(
      Algorithm algorithm, long time, long oldest) {
    return new Refusal(
        algorithm,
        "evict " + time + ", which is not its oldest time " + oldest,
        Trait.OUT_OF_ORDER);
  }

  /** The same refusal by the window that stands before. */
  Refusal by(Algorithm before) {
    return new Refusal(before, what, needed);
  }

  static String sentence(Algorithm algorithm, String what, Trait needed) {
    return algorithm.name()
        + " cannot "
        + what
        + "; these can: "
        + String.join(", ", Catalog.with(needed))
        + (needed == Trait.OUT_OF_ORDER ? disorder(algorithm, what) : "");
  }

  /** A reorder buffer helps late inserts; no evict but the oldest's goes through it. */
  private static String disorder(Algorithm algorithm, String what) {
    Name name = Name.parse(algorithm.name());
    if (what.startsWith("evict")) {
      return "";
    }
    return Wrappers.reorders(name)
        ? ", and a larger bound"
        : ", and " + Wrappers.reordered(name) + " down to a bound";
  }
}
