package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.ResolvedAggregation.InputColumn;
import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Nearest;
import dev.finestra.internal.name.Shown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The aggregations by name: core's own, and those of every {@link AggregationProvider} that the
 * class loaders of the thread and of Finestra find when the catalog is first used.
 *
 * <p>A provider that cannot be loaded is left out, and so is a name that exists already; {@link
 * #broken()} says why.
 *
 * <p>Safe for many threads.
 */
public final class Aggregations {
  /** Names of the module of sketches, for the error message where it is missing. */
  private static final List<String> SKETCHES =
      List.of("bloom", "hll", "quantile", "frequent_items", "theta");

  /** The aggregations that take the type of their second column as a parameter. */
  private static final Set<String> WITH_TYPE_OF_BY = Set.of("arg_min", "arg_max");

  /** The aggregation that needs no column. */
  private static final String OF_ROWS = "count";

  /** Loaded by name, as aggregations know this package and it knows none of them. */
  private static final String BUILT_IN = "dev.finestra.internal.aggregation.BuiltInAggregations";

  private final AggregationProvider builtIn = builtIn();
  private final Map<String, AggregationForm> forms = new LinkedHashMap<>();
  private final Map<String, AggregationProvider> providers = new LinkedHashMap<>();
  private final List<String> broken = new ArrayList<>();

  private static AggregationProvider builtIn() {
    try {
      return Class.forName(BUILT_IN)
          .asSubclass(AggregationProvider.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(BUILT_IN + " is missing from Finestra's jar", impossible);
    }
  }

  /** A catalog of core's own aggregations and of those that class loaders find. */
  Aggregations(ClassLoader... loaders) {
    add(builtIn);
    Arrays.stream(loaders).distinct().forEach(this::load);
  }

  private static final class Loaded {
    static final Aggregations CATALOG =
        new Aggregations(
            Aggregations.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
  }

  /**
   * The aggregation of this name over values of a type; throws if the name is unknown, or the type
   * or the parameters do not fit it.
   */
  public static Aggregation<?> of(String name, ValueType input) {
    return of(parse(name), input);
  }

  private static Aggregation<?> of(Name name, ValueType input) {
    Objects.requireNonNull(
        input, "The type of the aggregation's values is null; it must be LONG, DOUBLE or STRING.");
    return Loaded.CATALOG.create(name, input);
  }

  private static Name parse(String name) {
    return Name.parse(
        Objects.requireNonNull(name, "The aggregation's name is null; give one, such as max."));
  }

  Aggregation<?> create(Name name, ValueType input) {
    AggregationForm form = known(name.base());
    if (!form.inputs().contains(input)) {
      throw new IllegalArgumentException(
          "'%s' does not accept %s, only %s."
              .formatted(
                  form.name(),
                  ValueConversions.plural(input),
                  String.join(
                      " or ", form.inputs().stream().map(ValueConversions::plural).toList())));
    }
    return providers.get(name.base()).create(new Parameters(name), input);
  }

  /**
   * What a name means for columns of these types. Longs become doubles if another column has
   * doubles or the aggregation needs them. For {@code arg_min} and {@code arg_max} the second
   * column decides.
   *
   * @throws IllegalArgumentException when the name is unknown, or does not fit the number or the
   *     types of the columns; the message says what would fit
   */
  public static ResolvedAggregation resolve(String text, List<InputColumn> columns) {
    Name name = parse(text);
    List<ValueType> types = columns.stream().map(InputColumn::type).toList();
    if (types.isEmpty() && !name.base().equals(OF_ROWS)) {
      // The name is looked up first, so that an unknown name is reported before anything else.
      int needed = of(name, anyInput(name)).columns();
      throw new IllegalArgumentException(
          "%s needs %s to aggregate; only %s needs none."
              .formatted(name.shown(), ValueConversions.columns(needed), OF_ROWS));
    }
    ValueType first = types.isEmpty() ? ValueType.LONG : types.get(0);
    if (WITH_TYPE_OF_BY.contains(name.base())) {
      if (name.parameters().isEmpty() && types.size() == 2) {
        String by = types.get(1) == ValueType.LONG ? "long" : "double";
        name = new Name(name.base(), List.of(new Name(by, List.of())));
      }
    } else if (first == ValueType.LONG && types.contains(ValueType.DOUBLE)) {
      first = ValueType.DOUBLE;
    }
    List<ValueType> row = of(name, first).row(Math.max(1, types.size()));
    for (int i = 0; i < types.size(); i++) {
      boolean widens = row.get(i) == ValueType.DOUBLE && types.get(i) == ValueType.LONG;
      if (row.get(i) != types.get(i) && !widens) {
        throw new IllegalArgumentException(
            "%s needs %s here, and %s has %s; cast it to %s."
                .formatted(
                    Shown.quoted(text),
                    ValueConversions.plural(row.get(i)),
                    columns.get(i).description(),
                    ValueConversions.plural(types.get(i)),
                    row.get(i).toString().toLowerCase(Locale.ROOT)));
      }
    }
    return new ResolvedAggregation(
        name.toString(),
        first,
        types.isEmpty() ? List.of() : row,
        form(name.base()).isNullOfNothingInSql());
  }

  private static ValueType anyInput(Name name) {
    AggregationForm form = Loaded.CATALOG.forms.get(name.base());
    return form == null ? ValueType.LONG : form.inputs().iterator().next();
  }

  /** The entry of a name without parameters; rejects a name that is unknown. */
  public static AggregationForm form(String name) {
    return Loaded.CATALOG.known(name);
  }

  private AggregationForm known(String name) {
    AggregationForm form = forms.get(name);
    if (form != null) {
      return form;
    }
    throw new IllegalArgumentException(
        SKETCHES.contains(name)
            ? "The aggregation '"
                + name
                + "' is part of finestra-sketches, which is not on the class path. Add that"
                + " artifact."
            : "Unknown aggregation %s. %s"
                .formatted(Shown.quoted(name), Nearest.question(name, forms.keySet())));
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
   * Looks for a law that an aggregation breaks, on partial results made of the samples: identity,
   * associativity, combining in place, writing and reading, operands left as they were, and
   * commutativity, inverse and selectivity where declared. Answers of aggregations that are not
   * {@link Aggregation.Property#EXACT} may differ by a millionth of the largest number around, or
   * of 1.
   *
   * @param samples values that the aggregation lifts, none of them null; a sample of several
   *     columns is an {@code Object[]} with one element for each
   * @return the violations found, at most 100; none is no proof
   * @throws IllegalArgumentException when a sample is null, or of a type that is not lifted
   */
  public static List<Violation> checkLaws(Aggregation<?> aggregation, List<?> samples) {
    Objects.requireNonNull(aggregation, "The aggregation whose laws are checked is null.");
    Objects.requireNonNull(samples, "The list of samples is null; give some values to lift.");
    return List.copyOf(new Laws(aggregation).check(samples));
  }

  /**
   * Why providers, or some of their names, are not in the catalog: a sentence for each. Look here
   * if a name is missing.
   */
  public static List<String> broken() {
    return Loaded.CATALOG.failures();
  }

  List<String> failures() {
    return List.copyOf(broken);
  }

  private void load(ClassLoader loader) {
    var found = ServiceLoader.load(AggregationProvider.class, loader).iterator();
    // Each provider may fail on its own; a broken services file ends the loop.
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
            "A provider of aggregations could not be loaded: %s (%s)"
                .formatted(failure.getMessage(), cause));
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
            "The aggregation '%s' of %s is left out: %s has one of that name. Rename it."
                .formatted(
                    form.name(),
                    provider.getClass().getName(),
                    owner == builtIn ? "Finestra itself" : owner.getClass().getName()));
      }
    }
  }

  /** Whether two class loaders found one provider, which is no clash of names. */
  private static boolean isSame(AggregationProvider a, AggregationProvider b) {
    return a != b && a.getClass().getName().equals(b.getClass().getName());
  }
}
