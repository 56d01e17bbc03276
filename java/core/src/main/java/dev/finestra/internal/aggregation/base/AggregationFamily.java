package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.AggregationForm.ResultUnit;
import dev.finestra.aggregation.AggregationProvider;
import dev.finestra.aggregation.Parameters;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The catalog's entries for one family of aggregations, each with the function that makes it. */
public abstract class AggregationFamily implements AggregationProvider {
  protected static final Set<ValueType> LONGS = EnumSet.of(ValueType.LONG);
  protected static final Set<ValueType> DOUBLES = EnumSet.of(ValueType.DOUBLE);
  protected static final Set<ValueType> NUMBERS = EnumSet.of(ValueType.LONG, ValueType.DOUBLE);
  protected static final Set<ValueType> ALL = EnumSet.allOf(ValueType.class);

  private final Map<String, AggregationForm> forms = new LinkedHashMap<>();
  private final Map<String, Maker> makers = new LinkedHashMap<>();

  /** Makes an aggregation; rejects parameters that do not fit. */
  @FunctionalInterface
  protected interface Maker {
    Aggregation<?> make(Parameters name, ValueType input);
  }

  /** Adds an aggregation without parameters. */
  protected final void add(
      String name,
      Set<ValueType> inputs,
      ResultUnit unit,
      String meaning,
      Function<ValueType, Aggregation<?>> maker) {
    add(
        new AggregationForm(name, name, name, inputs, meaning).in(unit),
        0,
        (parameters, input) -> maker.apply(input));
  }

  /** Adds an aggregation with at most this many parameters. */
  protected final void add(AggregationForm form, int parameters, Maker maker) {
    forms.put(form.name(), form);
    makers.put(
        form.name(),
        (name, input) -> {
          name.atMost(parameters, form.form());
          return maker.make(name, input);
        });
  }

  /** Adds the aggregations of another family. */
  protected final void addAll(AggregationFamily family) {
    forms.putAll(family.forms);
    makers.putAll(family.makers);
  }

  /** Says that the SQL functions of these names return null when there is no value. */
  protected final void nullOfNothingInSql(String... names) {
    for (String name : names) {
      forms.computeIfPresent(name, (same, form) -> form.nullOfNothingInSql());
    }
  }

  @Override
  public final List<AggregationForm> forms() {
    return List.copyOf(forms.values());
  }

  @Override
  public final Aggregation<?> create(Parameters name, ValueType input) {
    return makers.get(name.base()).make(name, input);
  }
}
