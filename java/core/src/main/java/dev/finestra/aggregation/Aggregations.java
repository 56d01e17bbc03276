package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.name.Name;
import dev.finestra.name.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The aggregations by name: core's own, and those of every {@link AggregationProvider} that the
 * thread's class loader and Finestra's own find when the catalog is first used.
 *
 * <p>A provider that cannot be loaded hides nothing but itself: {@link #broken()} says why.
 *
 * <p>Safe for many threads.
 */
public final class Aggregations {
  /** Names that come with the module of sketches, for the refusal where it is missing. */
  private static final List<String> SKETCHES =
      List.of("bloom", "hll", "quantile", "histogram", "frequent_items", "theta");

  private final Map<String, AggregationForm> forms = new LinkedHashMap<>();
  private final Map<String, AggregationProvider> providers = new LinkedHashMap<>();
  private final List<String> broken = new ArrayList<>();

  private Aggregations() {
    add(new Builtins());
    load(Aggregations.class.getClassLoader());
    load(Thread.currentThread().getContextClassLoader());
  }

  private static final class Loaded {
    static final Aggregations CATALOG = new Aggregations();
  }

  /**
   * The aggregation of this name over values of a type; refuses a name that is unknown, and a type
   * or parameters that do not fit it.
   */
  public static Aggregation<?> of(String name, ValueType input) {
    return of(Name.parse(name), input);
  }

  /** The aggregation of this name over values of a type. */
  public static Aggregation<?> of(Name name, ValueType input) {
    Aggregations catalog = Loaded.CATALOG;
    AggregationForm form = catalog.forms.get(name.base());
    if (form == null) {
      throw catalog.unknown(name.base());
    }
    if (!form.inputs().contains(input)) {
      throw new IllegalArgumentException(
          "'"
              + form.name()
              + "' does not take "
              + Numbers.plural(input)
              + ", it takes "
              + String.join(" or ", form.inputs().stream().map(Numbers::plural).toList()));
    }
    return catalog.providers.get(name.base()).create(name, input);
  }

  /** The names, without parameters. */
  public static List<String> names() {
    return List.copyOf(Loaded.CATALOG.forms.keySet());
  }

  /** The catalog's entries. */
  public static List<AggregationForm> forms() {
    return List.copyOf(Loaded.CATALOG.forms.values());
  }

  /** What kept providers from being loaded, a sentence each. */
  public static List<String> broken() {
    return List.copyOf(Loaded.CATALOG.broken);
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
        broken.add("a provider of aggregations could not be loaded: " + failure);
      }
    }
  }

  private void add(AggregationProvider provider) {
    for (AggregationForm form : List.copyOf(provider.forms())) {
      if (forms.putIfAbsent(form.name(), form) == null) {
        providers.put(form.name(), provider);
      }
    }
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        SKETCHES.contains(name)
            ? "'" + name + "' comes with finestra-sketches, which is not on the class path"
            : "there is no aggregation '"
                + name
                + "'; the nearest are "
                + String.join(", ", Nearest.to(name, forms.keySet())));
  }
}
