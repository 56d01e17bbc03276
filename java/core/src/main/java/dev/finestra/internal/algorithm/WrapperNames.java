package dev.finestra.internal.algorithm;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Numbers;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Names of windows that wrap another one: {@code reorder(A,bound)} and {@code slicing(A,width)}.
 */
public final class WrapperNames {
  static final String REORDER = "reorder";
  static final String SLICING = "slicing";

  private WrapperNames() {}

  public static boolean has(Name name) {
    return name.base().equals(REORDER) || name.base().equals(SLICING);
  }

  /**
   * What {@code reorder(slicing(A,width),bound)} means: {@code slicing(reorder(A,bound),width)}.
   */
  static Name slicedFirst(Name name) {
    Name inner = name.parameters().get(0);
    return inner.base().equals(SLICING)
        ? new Name(
            SLICING,
            List.of(
                slicedFirst(
                    new Name(
                        REORDER, List.of(inner.parameters().get(0), name.parameters().get(1)))),
                inner.parameters().get(1)))
        : name;
  }

  /** The name of an in-order window with a reorder buffer around it. */
  static String reordered(Name name) {
    return name.base().equals(SLICING)
        ? SLICING + "(" + reordered(name.parameters().get(0)) + "," + name.parameters().get(1) + ")"
        : REORDER + "(" + name + ",bound)";
  }

  /** The end of a list of algorithms that accept late times: this one, with a reorder buffer. */
  static String orReordered(Algorithm algorithm) {
    return ", and " + reordered(Name.parse(algorithm.name())) + " down to a bound";
  }

  static Algorithm describe(Name name) {
    number(name);
    return describe(name, Algorithms.algorithm(inner(name)));
  }

  /** The wrapper around an algorithm; rejects a pair that does not fit. */
  public static Algorithm describe(Name name, Algorithm inner) {
    return isReorder(name) ? describeReorder(name, inner) : describeSlicing(name, inner);
  }

  private static Algorithm describeReorder(Name name, Algorithm inner) {
    if (inner.is(Trait.OUT_OF_ORDER)) {
      throw new IllegalArgumentException(
          "%s accepts late times without a reorder buffer. Use it without 'reorder', or give 'reorder' an in-order algorithm: %s"
              .formatted(inner.name(), String.join(", ", Algorithms.without(Trait.OUT_OF_ORDER))));
    }
    Name ordered = slicedFirst(name);
    if (!ordered.equals(name)) {
      throw new IllegalArgumentException(
          "%s rounds a time only when it leaves the reorder buffer, so results would depend on the entries still buffered. Round first: %s"
              .formatted(name.shown(), ordered));
    }
    return new Algorithm(
        name.toString(),
        with(inner, Trait.REORDERS),
        "O(log b), b entries waiting; " + inner.insert(),
        inner.evict(),
        "O(log b) an entry; " + inner.bulkInsert(),
        inner.bulkEvict(),
        inner.query() + ", 1 more",
        inner.space() + " + a tree of b",
        inner.paper());
  }

  private static Algorithm describeSlicing(Name name, Algorithm inner) {
    long finer = inner.is(Trait.ROUNDS_TIMES) ? width(inner(name)) : 1;
    if (number(name) % finer != 0) {
      throw new IllegalArgumentException(
          "%s wraps an algorithm that rounds times to multiples of %s; choose a width that is a multiple of %s"
              .formatted(name.shown(), finer, finer));
    }
    return new Algorithm(
        name.toString(),
        with(inner, Trait.ROUNDS_TIMES),
        inner.insert(),
        inner.evict(),
        inner.bulkInsert(),
        inner.bulkEvict(),
        inner.query(),
        inner.space() + ", n counting panes",
        inner.paper());
  }

  /** The traits of a wrapper: those of the wrapped algorithm, and its own. */
  private static Set<Trait> with(Algorithm inner, Trait own) {
    Set<Trait> traits = EnumSet.of(own, Trait.WHOLE_ON_PAGES);
    traits.addAll(inner.traits());
    return traits;
  }

  /** The width that times are rounded to: the last parameter. */
  private static long width(Name name) {
    return Numbers.whole(name.parameters().get(name.parameters().size() - 1).toString());
  }

  public static boolean isReorder(Name name) {
    return name.base().equals(REORDER);
  }

  /** The name of the wrapped algorithm. */
  public static Name inner(Name name) {
    return name.parameters().get(0);
  }

  /** The bound or the width. */
  public static long number(Name name) {
    boolean reorder = isReorder(name);
    try {
      long number =
          name.parameters().size() == 2 ? Numbers.whole(name.parameters().get(1).toString()) : -1;
      if (number > (reorder ? -1 : 0)) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // rejected below, with the others
    }
    throw new IllegalArgumentException(
        name.shown()
            + " is malformed: "
            + (reorder
                ? "reorder takes an in-order algorithm and a bound of at least zero, as in"
                    + " reorder(daba_lite,1000)"
                : "slicing takes an algorithm and a width above zero, as in"
                    + " slicing(b_fiba4,60000)"));
  }
}
