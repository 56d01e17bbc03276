package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.name.Name;
import dev.finestra.name.Nearest;
import dev.finestra.name.Shown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The aggregations by name: core's own, and those of every {@link AggregationProvider} that the
 * thread's class loader and Finestra's own find when the catalog is first used.
 *
 * <p>A provider that cannot be loaded hides nothing but itself, and a name that is taken already
 * stays what it was: {@link #broken()} says why.
 *
 * <p>Safe for many threads.
 */
public final class Aggregations {
  /** Names that come with the module of sketches, for the refusal where it is missing. */
  private static final List<String> SKETCHES =
      List.of("bloom", "hll", "quantile", "frequent_items", "theta");

  private static final Set<String> NULL_OF_NOTHING_IN_SQL =
      Set.of(
          "sum", "sum_wrapping", "product", "bool_and", "bool_or", "bit_and", "bit_or", "bit_xor");

  private final Map<String, AggregationForm> forms = new LinkedHashMap<>();
  private final Map<String, AggregationProvider> providers = new LinkedHashMap<>();
  private final List<String> broken = new ArrayList<>();

  /** A catalog of core's own and of what class loaders find. */
  Aggregations(ClassLoader... loaders) {
    add(new Builtins());
    Arrays.stream(loaders).distinct().forEach(this::load);
  }

  private static final class Loaded {
    static final Aggregations CATALOG =
        new Aggregations(
            Aggregations.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
  }

  /**
   * The aggregation of this name over values of a type; refuses a name that is unknown, and a type
   * or parameters that do not fit it.
   */
  public static Aggregation<?> of(String name, ValueType input) {
    Objects.requireNonNull(name, "the aggregation's name is null; name one, as max");
    return of(Name.parse(name), input);
  }

  /** The aggregation of this name over values of a type. */
  public static Aggregation<?> of(Name name, ValueType input) {
    Objects.requireNonNull(name, "the aggregation's name is null; name one, as max");
    Objects.requireNonNull(
        input, "the type of the aggregation's values is null; it is LONG, DOUBLE or STRING");
    return Loaded.CATALOG.create(name, input);
  }

  Aggregation<?> create(Name name, ValueType input) {
    AggregationForm form = forms.get(name.base());
    if (form == null) {
      throw unknown(name.base());
    }
    if (!form.inputs().contains(input)) {
      throw new IllegalArgumentException(
          "'"
              + form.name()
              + "' does not take "
              + Values.plural(input)
              + ", it takes "
              + String.join(" or ", form.inputs().stream().map(Values::plural).toList()));
    }
    return providers.get(name.base()).create(name, input);
  }

  /** The names, without parameters. */
  public static List<String> names() {
    return List.copyOf(Loaded.CATALOG.forms.keySet());
  }

  /** The catalog's entries. */
  public static List<AggregationForm> forms() {
    return List.copyOf(Loaded.CATALOG.forms.values());
  }

  /**
   * Whether what SQL calls by this name answers null where no value was there to add, and not its
   * identity; for engines, whose users expect their SQL's answer.
   */
  public static boolean isNullOfNothingInSql(Name name) {
    return NULL_OF_NOTHING_IN_SQL.contains(name.base());
  }

  /**
   * Looks for a law that an aggregation breaks, on what the samples are lifted and combined to:
   * identity, associativity, combining in place, writing and reading, operands left as they were,
   * and commutativity, inverse and selectivity where declared. Answers of aggregations that are not
   * {@link Aggregation.Property#EXACT} may differ by a millionth of the largest number around, or
   * of 1.
   *
   * @param samples values that the aggregation lifts, none of them null; a sample of several
   *     columns is an {@code Object[]} with one element for each
   * @return the violations found, at most 100; none is no proof
   * @throws IllegalArgumentException when a sample is null, or of a type that is not lifted
   */
  public static List<Violation> checkLaws(Aggregation<?> aggregation, List<?> samples) {
    Objects.requireNonNull(aggregation, "the aggregation whose laws are checked is null");
    Objects.requireNonNull(samples, "the list of samples is null; give some values to lift");
    return List.copyOf(new Laws(aggregation).check(samples));
  }

  /**
   * What kept providers, or some of their names, out of the catalog, a sentence each; a provider's
   * author and whoever misses a name look here.
   */
  public static List<String> broken() {
    return Loaded.CATALOG.failures();
  }

  List<String> failures() {
    return List.copyOf(broken);
  }

  private void load(ClassLoader loader) {
    var found = ServiceLoader.load(AggregationProvider.class, loader).iterator();
    // Each step may fail, for its own provider only; a broken file of services ends the walk.
    for (int failures = 0; failures < 100; ) {
      try {
        if (!found.hasNext()) {
          return;
        }
        add(found.next());
      } catch (ServiceConfigurationError | RuntimeException | LinkageError failure) {
        failures++;
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        broken.add(
            "a provider of aggregations could not be loaded: "
                + failure.getMessage()
                + " ("
                + cause
                + ")");
      }
    }
  }

  private void add(AggregationProvider provider) {
    for (AggregationForm form : List.copyOf(provider.forms())) {
      AggregationProvider owner = providers.putIfAbsent(form.name(), provider);
      if (owner == null) {
        forms.put(form.name(), form);
      } else if (!isSame(owner, provider)) {
        broken.add(
            "the aggregation '"
                + form.name()
                + "' of "
                + provider.getClass().getName()
                + " is left out: "
                + (owner instanceof Builtins ? "Finestra itself" : owner.getClass().getName())
                + " has one of that name; give it another");
      }
    }
  }

  /** Whether two class loaders found one provider, which is no clash of names. */
  private static boolean isSame(AggregationProvider a, AggregationProvider b) {
    return a != b && a.getClass().getName().equals(b.getClass().getName());
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        SKETCHES.contains(name)
            ? "'" + name + "' comes with finestra-sketches, which is not on the class path"
            : "there is no aggregation "
                + Shown.quoted(name)
                + "; the nearest are "
                + String.join(", ", Nearest.to(name, forms.keySet())));
  }
}
