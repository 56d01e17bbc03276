package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.name.Name;
import dev.finestra.name.Numbers;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A family of algorithms in the catalog: one by its plain name, or many by an arity ({@code
 * b_fiba4}) or a parameter ({@code subwindow(60)}).
 */
public final class Family {
  /** The smallest and the largest arity. */
  static final int MIN_ARITY = 2;

  static final int MAX_ARITY = 64;

  private final String base;
  private final boolean arity;
  private final BiFunction<String, Long, Algorithm> describe;
  private final ParameterMaker maker;
  private final List<Long> usual;
  private PagedMaker pagedMaker;

  private Family(
      String base,
      boolean arity,
      BiFunction<String, Long, Algorithm> describe,
      ParameterMaker maker,
      List<Long> usual) {
    this.base = base;
    this.arity = arity;
    this.describe = describe;
    this.maker = maker;
    this.usual = usual;
  }

  /** Makes windows; a constructor of an algorithm without parameters. */
  @FunctionalInterface
  public interface Maker {
    <O> SlidingWindow<O> make(Algorithm algorithm, Aggregation<O> aggregation);
  }

  /** Makes windows; a constructor of an algorithm with an arity, a width or the like. */
  @FunctionalInterface
  public interface ParameterMaker {
    <O> SlidingWindow<O> make(Algorithm algorithm, Aggregation<O> aggregation, long parameter);
  }

  /** Makes windows on pages; a constructor of an algorithm with an arity. */
  @FunctionalInterface
  public interface PagedMaker {
    <O> PagedWindow<O> make(
        Algorithm algorithm, Aggregation<O> aggregation, long arity, PageStore store);
  }

  /** Makes queues; a constructor of an in-order algorithm. */
  @FunctionalInterface
  public interface QueueMaker {
    <O> InOrder<O> make(Algorithm algorithm, Aggregation<O> aggregation, Residence residence);
  }

  /** An in-order algorithm, in memory and on pages. */
  public static Family ofQueue(
      String name, Function<String, Algorithm> describe, QueueMaker maker) {
    return of(
            name,
            describe,
            new Maker() {
              @Override
              public <O> SlidingWindow<O> make(Algorithm algorithm, Aggregation<O> aggregation) {
                return maker.make(algorithm, aggregation, Residence.MEMORY);
              }
            })
        .onPages(
            new PagedMaker() {
              @Override
              public <O> PagedWindow<O> make(
                  Algorithm algorithm, Aggregation<O> aggregation, long none, PageStore store) {
                return PagedQueue.make(maker, algorithm, aggregation, store);
              }
            });
  }

  /** An algorithm without parameters. */
  public static Family of(String name, Function<String, Algorithm> describe, Maker maker) {
    return new Family(
        name,
        false,
        (n, none) -> describe.apply(n),
        new ParameterMaker() {
          @Override
          public <O> SlidingWindow<O> make(
              Algorithm algorithm, Aggregation<O> aggregation, long none) {
            return maker.make(algorithm, aggregation);
          }
        },
        List.of(0L));
  }

  /** Algorithms with an arity µ at the end of the name. */
  public static Family ofArity(
      String base,
      BiFunction<String, Long, Algorithm> describe,
      ParameterMaker maker,
      Long... usual) {
    return new Family(base, true, describe, maker, List.of(usual));
  }

  /** An algorithm with one optional whole number in brackets. */
  public static Family ofParameter(
      String base, BiFunction<String, Long, Algorithm> describe, ParameterMaker maker, long usual) {
    return new Family(base, false, describe, maker, List.of(usual));
  }

  /** The same family, which can live on pages too. */
  public Family onPages(PagedMaker maker) {
    pagedMaker = maker;
    return this;
  }

  boolean isOnPages() {
    return pagedMaker != null;
  }

  <O> PagedWindow<O> create(Name name, Aggregation<O> aggregation, PageStore store) {
    return pagedMaker.make(describe(name), aggregation, parameter(name), store);
  }

  boolean has(Name name) {
    return arity
        ? name.base().matches(base + "[0-9]+") && name.parameters().isEmpty()
        : name.base().equals(base);
  }

  /** Refuses {@code b_fiba(4)}, with the name that was meant. */
  void refuseArityInBrackets(Name name) {
    if (arity && !name.parameters().isEmpty() && name.base().matches(base + "[0-9]*")) {
      throw arityInBrackets(name, base);
    }
  }

  static IllegalArgumentException arityInBrackets(Name name, String base) {
    String inBrackets = name.parameters().get(0).toString();
    String fitting = inBrackets.matches("[2-9]|[1-5][0-9]|6[0-4]") ? inBrackets : "4";
    return new IllegalArgumentException(
        "'"
            + name.base()
            + "' takes no parameters, "
            + name.shown()
            + " has some; an arity stands at the end of the name: "
            + base
            + fitting);
  }

  Algorithm describe(Name name) {
    return describe.apply(name.toString(), parameter(name));
  }

  <O> SlidingWindow<O> create(Name name, Aggregation<O> aggregation) {
    return maker.make(describe(name), aggregation, parameter(name));
  }

  List<Algorithm> usual() {
    return usual.stream().map(p -> describe.apply(arity ? base + p : base, p)).toList();
  }

  private long parameter(Name name) {
    if (arity) {
      String digits = name.base().substring(base.length());
      int arity = digits.length() > 3 ? Integer.MAX_VALUE : Integer.parseInt(digits);
      if (arity < MIN_ARITY || arity > MAX_ARITY || digits.startsWith("0")) {
        throw new IllegalArgumentException(
            "the arity in "
                + name.shown()
                + " must be from "
                + MIN_ARITY
                + " to "
                + MAX_ARITY
                + ", without leading zeros, as in "
                + base
                + "4");
      }
      return arity;
    }
    if (name.parameters().isEmpty()) {
      return usual.get(0);
    }
    try {
      long parameter = Numbers.whole(name.parameters().get(0).toString());
      if (name.parameters().size() == 1 && parameter > 0 && usual.get(0) > 0) {
        return parameter;
      }
    } catch (NumberFormatException notANumber) {
      // refused below, with the others
    }
    throw new IllegalArgumentException(
        usual.get(0) == 0
            ? "'" + base + "' takes no parameters, " + name.shown() + " has some"
            : "'"
                + base
                + "' takes one whole number above zero, as in "
                + base
                + "(60), not "
                + name.shown());
  }
}
