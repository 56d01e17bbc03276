package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.name.Name;
import dev.finestra.name.Nearest;
import dev.finestra.window.fifo.Fifos;
import dev.finestra.window.flat.Flats;
import dev.finestra.window.tree.Trees;
import java.util.List;
import java.util.stream.Stream;

/** The algorithms by name. */
public final class Catalog {
  private static final List<Family> FAMILIES =
      Stream.of(
              Trees.families(),
              Fifos.families(),
              Flats.families(),
              List.of(Family.of("recalculate", Recalculate::describe, Recalculate::new)))
          .flatMap(List::stream)
          .toList();

  private Catalog() {}

  /** Every algorithm that has a name of its own, the ones with an arity at their usual ones. */
  public static List<Algorithm> all() {
    return FAMILIES.stream().flatMap(f -> f.usual().stream()).toList();
  }

  /** The names of the algorithms with a trait. */
  static List<String> with(Trait trait) {
    return all().stream().filter(a -> a.is(trait)).map(Algorithm::name).toList();
  }

  /** The algorithm of this name. */
  public static Algorithm algorithm(String name) {
    Name parsed = Name.parse(name);
    return family(parsed).describe(parsed);
  }

  /** An empty window; refuses a pair that does not fit, with the names that do. */
  public static <O> SlidingWindow<O> create(String name, Aggregation<O> aggregation) {
    Name parsed = Name.parse(name);
    Family family = family(parsed);
    Algorithm algorithm = family.describe(parsed);
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
              + String.join(
                  ", ",
                  all().stream().filter(a -> fits(a, aggregation)).map(Algorithm::name).toList()));
    }
    return family.create(parsed, aggregation);
  }

  /** Whether the aggregation has what the algorithm needs. */
  public static boolean fits(Algorithm algorithm, Aggregation<?> aggregation) {
    return (!algorithm.is(Trait.NEEDS_INVERSE) || aggregation.is(Property.INVERTIBLE))
        && (!algorithm.is(Trait.NEEDS_COMMUTATIVE) || aggregation.is(Property.COMMUTATIVE));
  }

  private static Family family(Name name) {
    return FAMILIES.stream()
        .filter(f -> f.has(name))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> names = all().stream().map(Algorithm::name).toList();
              return new IllegalArgumentException(
                  "there is no algorithm '"
                      + name
                      + "'; the nearest are "
                      + String.join(", ", Nearest.to(name.toString(), names)));
            });
  }
}
