package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.name.Name;
import dev.finestra.name.Numbers;
import java.util.List;

/**
 * The windows that stand before another one, by name: {@code reorder(A,bound)} and {@code
 * slicing(A,width)}.
 */
final class Wrappers {
  static final String REORDER = "reorder";
  static final String SLICING = "slicing";

  private Wrappers() {}

  static boolean has(Name name) {
    return name.base().equals(REORDER) || name.base().equals(SLICING);
  }

  /** Whether a reorder buffer is among them. */
  static boolean reorders(Name name) {
    return name.base().equals(REORDER)
        || (name.base().equals(SLICING)
            && !name.parameters().isEmpty()
            && reorders(name.parameters().get(0)));
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

  /** How a window that takes no disorder is written with a reorder buffer. */
  static String reordered(Name name) {
    return name.base().equals(SLICING)
        ? SLICING + "(" + reordered(name.parameters().get(0)) + "," + name.parameters().get(1) + ")"
        : REORDER + "(" + name + ",bound)";
  }

  static Algorithm describe(Name name) {
    number(name);
    return describe(name, Catalog.algorithm(name.parameters().get(0)));
  }

  private static Algorithm describe(Name name, Algorithm inner) {
    if (name.base().equals(REORDER)) {
      return ReorderBuffer.describe(name, inner);
    }
    long finer = inner.is(Trait.ROUNDS_TIMES) ? width(name.parameters().get(0)) : 1;
    if (number(name) % finer != 0) {
      throw new IllegalArgumentException(
          name.shown()
              + " rounds times that are rounded to multiples of "
              + finer
              + " behind it; take a width that is a multiple of "
              + finer);
    }
    return Slicing.describe(name, inner);
  }

  /** To multiples of what a window rounds times, which is its name's last parameter. */
  private static long width(Name name) {
    return Numbers.whole(name.parameters().get(name.parameters().size() - 1).toString());
  }

  static <O> Window<O> create(Name name, Aggregation<O> aggregation, WindowOptions options) {
    long number = number(name);
    boolean reorder = name.base().equals(REORDER);
    Name innerName = name.parameters().get(0);
    Window<O> inner = Catalog.window(innerName, aggregation, reorder ? options.inOrder() : options);
    Algorithm algorithm = describe(name, inner.algorithm());
    if (!reorder) {
      return new Slicing<>(algorithm, aggregation, inner, number);
    }
    Window<O> waiting = Catalog.window(Defaults.TREE, aggregation);
    return new ReorderBuffer<>(algorithm, aggregation, inner, waiting, number);
  }

  /** The bound or the width. */
  private static long number(Name name) {
    boolean reorder = name.base().equals(REORDER);
    try {
      long number =
          name.parameters().size() == 2 ? Numbers.whole(name.parameters().get(1).toString()) : -1;
      if (number > (reorder ? -1 : 0)) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // refused below, with the others
    }
    throw new IllegalArgumentException(
        name.shown()
            + " is malformed: "
            + (reorder
                ? "reorder takes an in-order algorithm and a bound of at least zero, as in reorder(daba_lite,1000)"
                : "slicing takes an algorithm and a width above zero, as in slicing(b_fiba4,60000)"));
  }
}
