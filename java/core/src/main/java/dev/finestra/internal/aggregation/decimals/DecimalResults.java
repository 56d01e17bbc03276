package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.AggregationForm.ResultUnit;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ResultType;
import dev.finestra.aggregation.ResultType.Decimal;
import dev.finestra.internal.name.Name;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How windows over {@link Decimals} have decimals as results: which aggregation computes them, and
 * which of its results are values, sums or means of decimals.
 */
public final class DecimalResults implements Serializable {
  /** The fields that are values, for results that also contain counts. */
  private static final Map<String, Set<String>> VALUE_FIELDS =
      Map.of("frequent_items", Set.of("item"));

  private final ResultType type;

  /**
   * The results of an aggregation that {@link #overHeld} returned.
   *
   * @param held their type before they are converted
   */
  public DecimalResults(String overHeld, ResultType held, Decimals of) {
    this.type = typed(Name.parse(overHeld), held, of);
  }

  /** The type of the converted results. */
  public ResultType type() {
    return type;
  }

  /**
   * The aggregation over the held values of decimals that a name means; empty if a part of it needs
   * doubles. Rejects an unknown name.
   */
  public static Optional<String> overHeld(String aggregation, Decimals of) {
    return overHeld(Name.parse(aggregation), of).map(Name::toString);
  }

  private static Optional<Name> overHeld(Name name, Decimals of) {
    if (name.base().equals("tuple")) {
      List<Name> members = new ArrayList<>();
      for (Name member : name.parameters()) {
        Optional<Name> held = overHeld(member, of);
        if (held.isEmpty()) {
          return held;
        }
        members.add(held.get());
      }
      return Optional.of(new Name("tuple", members));
    }
    if (name.base().equals("sum")) {
      return Optional.of(new Name(SumOfDecimals.NAME, name.parameters()));
    }
    if (name.base().equals("mean") && name.parameters().isEmpty()) {
      Name digits = new Name(String.valueOf(MeanOfDecimals.scale(of) - of.scale()), List.of());
      return Optional.of(new Name(MeanOfDecimals.NAME, List.of(digits)));
    }
    boolean needsDoubles = Aggregations.form(name.base()).unit() == ResultUnit.OTHER;
    return needsDoubles ? Optional.empty() : Optional.of(name);
  }

  private static ResultType typed(Name name, ResultType inner, Decimals of) {
    if (name.base().equals("tuple")) {
      List<ResultType> members = new ArrayList<>();
      for (int i = 0; i < name.parameters().size(); i++) {
        ResultType member =
            inner instanceof ResultType.Places places
                ? places.elements().get(i)
                : ((ResultType.ListOf) inner).element();
        members.add(typed(name.parameters().get(i), member, of));
      }
      return ResultType.ofList(members);
    }
    if (name.base().equals(MeanOfDecimals.NAME)) {
      return new Decimal(Decimal.MOST_DIGITS, MeanOfDecimals.scale(of));
    }
    return switch (Aggregations.form(name.base()).unit()) {
      case SUM -> decimals(inner, new Decimal(Decimal.MOST_DIGITS, of.scale()), null);
      case VALUE ->
          decimals(inner, new Decimal(of.precision(), of.scale()), VALUE_FIELDS.get(name.base()));
      case COUNT, OTHER -> inner;
    };
  }

  /**
   * The type with decimals in place of its longs and texts, or of those in some fields of a map.
   */
  private static ResultType decimals(ResultType type, Decimal decimal, Set<String> fields) {
    if (type == ResultType.Single.LONG || type == ResultType.Single.STRING) {
      return decimal;
    }
    if (type instanceof ResultType.ListOf list) {
      return new ResultType.ListOf(decimals(list.element(), decimal, fields));
    }
    if (type instanceof ResultType.Places places) {
      return new ResultType.Places(
          places.elements().stream().map(each -> decimals(each, decimal, fields)).toList());
    }
    if (type instanceof ResultType.Fields map) {
      Map<String, ResultType> all = new LinkedHashMap<>();
      map.fields()
          .forEach(
              (key, each) ->
                  all.put(
                      key,
                      fields == null || fields.contains(key)
                          ? decimals(each, decimal, null)
                          : each));
      return new ResultType.Fields(map.key(), all);
    }
    return type;
  }

  /** A result with decimals in place of the held values. */
  public Object of(Object result) {
    return of(result, type);
  }

  private static Object of(Object result, ResultType type) {
    if (result == null) {
      return null;
    }
    if (type instanceof Decimal decimal) {
      return result instanceof String text
          ? new BigDecimal(DecimalDigits.of(text), decimal.scale())
          : BigDecimal.valueOf((Long) result, decimal.scale());
    }
    if (type instanceof ResultType.ListOf || type instanceof ResultType.Places) {
      List<?> list = (List<?>) result;
      List<Object> all = new ArrayList<>(list.size());
      for (int i = 0; i < list.size(); i++) {
        all.add(
            of(
                list.get(i),
                type instanceof ResultType.ListOf same
                    ? same.element()
                    : ((ResultType.Places) type).elements().get(i)));
      }
      return Collections.unmodifiableList(all);
    }
    if (type instanceof ResultType.Fields fields) {
      Map<Object, Object> all = new LinkedHashMap<>();
      ((Map<?, ?>) result)
          .forEach(
              (key, value) -> all.put(key, of(value, fields.fields().get(String.valueOf(key)))));
      return Collections.unmodifiableMap(all);
    }
    return result;
  }
}
