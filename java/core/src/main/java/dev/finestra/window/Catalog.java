package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.name.Name;
import dev.finestra.name.Nearest;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import dev.finestra.window.fifo.Fifos;
import dev.finestra.window.flat.Flats;
import dev.finestra.window.tree.Trees;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The algorithms by name; {@code fiba} stands for bulk FiBA of the arity that serves best. */
public final class Catalog {
  private static final String FIBA = "fiba";
  private static final List<Family> FAMILIES =
      Stream.of(
              Trees.families(),
              Fifos.families(),
              Flats.families(),
              List.of(Family.of("recalculate", Recalculate::describe, Recalculate::new)),
              List.of(Family.of("auto", Auto::describe, Auto::new)))
          .flatMap(List::stream)
          .toList();

  private Catalog() {}

  /** Every algorithm that has a name of its own, the ones with an arity at their usual ones. */
  public static List<Algorithm> all() {
    return FAMILIES.stream().flatMap(f -> f.usual().stream()).toList();
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

  static Algorithm algorithm(Name name) {
    if (Wrappers.has(name)) {
      return Wrappers.describe(name);
    }
    Name resolved = isFiba(name) ? Name.parse(Defaults.TREE) : name;
    return family(resolved).describe(resolved);
  }

  /** An empty window; refuses a pair that does not fit, with the names that do. */
  public static <O> SlidingWindow<O> create(String name, Aggregation<O> aggregation) {
    return create(name, aggregation, WindowOptions.NONE);
  }

  /**
   * An empty window; refuses what does not fit the aggregation or what is declared, with the names
   * that do.
   */
  public static <O> SlidingWindow<O> create(
      String name, Aggregation<O> aggregation, WindowOptions options) {
    Name parsed = Name.parse(name);
    Algorithm algorithm = algorithm(parsed);
    check(algorithm, aggregation);
    for (Trait needed : options.needed()) {
      if (!algorithm.is(needed) && !(needed == Trait.OUT_OF_ORDER && Wrappers.reorders(parsed))) {
        throw new IllegalArgumentException(
            Refusal.sentence(algorithm, does(needed) + ", as declared", needed));
      }
    }
    return window(parsed, aggregation, options);
  }

  private static String does(Trait trait) {
    return switch (trait) {
      case OUT_OF_ORDER -> "take times out of order";
      case RANGE_QUERY -> "answer range queries";
      default -> "tell its entries apart";
    };
  }

  /** Whether a window's entries are not those that came: it stands before another, or rounds. */
  public static boolean hasEntriesOfItsOwn(String name) {
    return Wrappers.has(Name.parse(name)) || algorithm(name).is(Trait.ROUNDS_TIMES);
  }

  /** A window behind another one. */
  static <O> Window<O> window(String name, Aggregation<O> aggregation) {
    return window(Name.parse(name), aggregation, WindowOptions.NONE);
  }

  static <O> Window<O> window(Name name, Aggregation<O> aggregation, WindowOptions options) {
    if (Wrappers.has(name)) {
      return Wrappers.create(name, aggregation, options);
    }
    Name resolved = isFiba(name) ? Name.parse(Defaults.TREE) : name;
    Family family = family(resolved);
    check(family.describe(resolved), aggregation);
    return isAuto(name)
        ? new Auto<>(aggregation, options)
        : (Window<O>) family.create(resolved, aggregation);
  }

  /** A window on pages of a store: a tree's nodes, or another algorithm's whole. */
  static <O> PagedWindow<O> onPages(String name, Aggregation<O> aggregation, PageStore store) {
    Name parsed = Name.parse(name);
    Name resolved = isFiba(parsed) || isAuto(parsed) ? Name.parse(Defaults.TREE) : parsed;
    check(algorithm(resolved), aggregation);
    return !Wrappers.has(resolved) && family(resolved).isOnPages()
        ? family(resolved).create(resolved, aggregation, store)
        : new WholeOnPages<>(window(resolved, aggregation, WindowOptions.NONE), store);
  }

  private static boolean isAuto(Name name) {
    return name.toString().equals("auto");
  }

  private static boolean isFiba(Name name) {
    return name.toString().equals(FIBA);
  }

  private static void check(Algorithm algorithm, Aggregation<?> aggregation) {
    if (!fits(algorithm, aggregation)) {
      throw new IllegalArgumentException(
          algorithm.name()
              + " does not fit "
              + aggregation.name()
              + ", which "
              + (algorithm.is(Trait.NEEDS_INVERSE) && !aggregation.is(Property.INVERTIBLE)
                  ? "has no inverse"
                  : "is not commutative")
              + "; these fit: "
              + String.join(", ", names(a -> fits(a, aggregation))));
    }
  }

  /** Whether the aggregation has what the algorithm needs. */
  public static boolean fits(Algorithm algorithm, Aggregation<?> aggregation) {
    return (!algorithm.is(Trait.NEEDS_INVERSE) || aggregation.is(Property.INVERTIBLE))
        && (!algorithm.is(Trait.NEEDS_COMMUTATIVE) || aggregation.is(Property.COMMUTATIVE));
  }

  private static Family family(Name name) {
    FAMILIES.forEach(f -> f.refuseArityInBrackets(name));
    if (name.base().equals(FIBA) && !name.parameters().isEmpty()) {
      throw Family.arityInBrackets(name, "b_fiba");
    }
    return FAMILIES.stream()
        .filter(f -> f.has(name))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> names =
                  Stream.concat(
                          names(a -> true).stream(),
                          Stream.of(FIBA, Wrappers.REORDER, Wrappers.SLICING))
                      .toList();
              return new IllegalArgumentException(
                  "there is no algorithm "
                      + name.shown()
                      + "; the nearest are "
                      + String.join(", ", Nearest.to(name.toString(), names)));
            });
  }
}
