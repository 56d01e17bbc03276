package dev.finestra.internal.algorithm;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Looks up an algorithm by its name: what it can do, what that costs, and which aggregations and
 * options it fits. No window is made for this.
 */
public final class Algorithms {
  private static final String FIBA = "fiba";
  private static final String AUTO = "auto";

  private Algorithms() {}

  /**
   * Every algorithm that has a name of its own; those with an arity are listed with the usual
   * arities.
   */
  public static List<Algorithm> all() {
    return Arrays.stream(AlgorithmFamily.values()).flatMap(AlgorithmFamily::usual).toList();
  }

  /** The names of the algorithms with a trait. */
  static List<String> with(Trait trait) {
    return names(a -> a.is(trait));
  }

  /** The names of the algorithms without a trait. */
  static List<String> without(Trait trait) {
    return names(a -> !a.is(trait));
  }

  private static List<String> names(Predicate<Algorithm> which) {
    return all().stream().filter(which).map(Algorithm::name).toList();
  }

  /** The algorithm of this name. */
  public static Algorithm algorithm(String name) {
    return algorithm(Name.parse(name));
  }

  public static Algorithm algorithm(Name name) {
    return WrapperNames.has(name)
        ? WrapperNames.describe(name)
        : family(name).describe(named(name));
  }

  /** The name itself, or the one that {@code fiba} stands for. */
  public static Name named(Name name) {
    return name.toString().equals(FIBA) ? Name.parse(Defaults.TREE) : name;
  }

  /** As {@link #named}, but {@code auto}, too, stands for the tree that suits pages. */
  public static Name namedOnPages(Name name) {
    return name.toString().equals(AUTO) ? Name.parse(Defaults.TREE) : named(name);
  }

  /** The family of a name that is not a wrapper's. */
  public static AlgorithmFamily family(Name name) {
    Name resolved = named(name);
    AlgorithmFamily.rejectArityInBrackets(resolved);
    if (resolved.base().equals(FIBA)) {
      throw AlgorithmFamily.arityInBrackets(resolved, "b_fiba");
    }
    AlgorithmFamily family = AlgorithmFamily.of(resolved);
    if (family == null) {
      List<String> names =
          Stream.concat(
                  names(a -> true).stream(),
                  Stream.of(FIBA, WrapperNames.REORDER, WrapperNames.SLICING))
              .toList();
      throw new IllegalArgumentException(
          "Unknown algorithm " + name.shown() + ". " + Nearest.question(name.toString(), names));
    }
    return family;
  }

  /**
   * Whether a window's entries may differ from the inserted ones: it is a wrapper, or rounds times.
   */
  public static boolean hasEntriesOfItsOwn(String name) {
    return WrapperNames.has(Name.parse(name)) || algorithm(name).is(Trait.ROUNDS_TIMES);
  }

  /** Whether the aggregation has the properties that the algorithm needs. */
  public static boolean fits(Algorithm algorithm, Aggregation<?> aggregation) {
    return (!algorithm.is(Trait.NEEDS_INVERSE) || aggregation.is(Property.INVERTIBLE))
        && (!algorithm.is(Trait.NEEDS_COMMUTATIVE) || aggregation.is(Property.COMMUTATIVE));
  }

  /** Rejects a pair that does not fit, with the names that do. */
  public static void requireFit(Algorithm algorithm, Aggregation<?> aggregation) {
    if (!fits(algorithm, aggregation)) {
      throw new IllegalArgumentException(
          "%s does not fit %s, which %s; these fit: %s"
              .formatted(
                  algorithm.name(),
                  aggregation.name(),
                  algorithm.is(Trait.NEEDS_INVERSE) && !aggregation.is(Property.INVERTIBLE)
                      ? "has no inverse"
                      : "is not commutative",
                  String.join(", ", names(a -> fits(a, aggregation)))));
    }
  }

  /**
   * The algorithm that a name means for an aggregation and a declared use: {@code fiba} and {@code
   * auto} are resolved. Rejects an algorithm that does not fit both, with the names that do.
   */
  public static Algorithm resolve(String name, Aggregation<?> aggregation, WindowOptions options) {
    Name parsed = Name.parse(name);
    Algorithm algorithm = algorithm(parsed);
    requireFit(algorithm, aggregation);
    requireOptions(algorithm, options, other -> fits(other, aggregation));
    return parsed.toString().equals(AUTO)
        ? algorithm(Defaults.first(aggregation, options))
        : algorithm;
  }

  /** Rejects an algorithm that cannot serve a declared use, with the names that can. */
  public static void requireOptions(
      Algorithm algorithm, WindowOptions options, Predicate<Algorithm> others) {
    for (Trait needed : options.needed()) {
      boolean isReordered = needed == Trait.OUT_OF_ORDER && algorithm.is(Trait.REORDERS);
      if (!algorithm.is(needed) && !isReordered) {
        boolean mayReorder =
            needed == Trait.OUT_OF_ORDER && !options.excluded().contains(Trait.REORDERS);
        throw new IllegalArgumentException(
            "%s cannot %s, which the declared use needs; these can: %s%s"
                .formatted(
                    algorithm.name(),
                    does(needed),
                    serving(options, others),
                    mayReorder ? WrapperNames.orReordered(algorithm) : ""));
      }
    }
    for (Trait excluded : options.excluded()) {
      if (algorithm.is(excluded)) {
        throw new IllegalArgumentException(
            "%s %s, which these windows do not allow; these fit: %s"
                .formatted(algorithm.name(), has(excluded), serving(options, others)));
      }
    }
  }

  private static String serving(WindowOptions options, Predicate<Algorithm> others) {
    return String.join(
        ", ",
        names(
            a ->
                others.test(a)
                    && a.traits().containsAll(options.needed())
                    && options.excluded().stream().noneMatch(a::is)));
  }

  private static String does(Trait trait) {
    return switch (trait) {
      case OUT_OF_ORDER -> "accept times out of order";
      case RANGE_QUERY -> "answer range queries";
      default -> "visit its entries";
    };
  }

  private static String has(Trait trait) {
    return switch (trait) {
      case ROUNDS_TIMES -> "rounds times";
      case REORDERS -> "rejects entries that are later than its bound";
      case NEEDS_INVERSE -> "needs an inverse";
      case NEEDS_COMMUTATIVE -> "needs a commutative aggregation";
      default -> "has the trait " + trait;
    };
  }
}
