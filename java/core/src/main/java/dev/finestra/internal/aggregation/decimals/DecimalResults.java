package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ResultType;
import dev.finestra.aggregation.ResultType.Decimal;
import dev.finestra.internal.name.Name;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Results of a window over {@link Decimals}, as decimals where they are values, sums or means. */
final class DecimalResults {
  /** The fields that are values, for results that also contain counts. */
  private static final Map<String, Set<String>> VALUE_FIELDS =
      Map.of("frequent_items", Set.of("item"));

  private final ResultType type;

  DecimalResults(Name name, Aggregation<?> inner, Decimals of) {
    this.type = typed(name, inner.result(), of);
  }

  ResultType type() {
    return type;
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

  Object of(Object result) {
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
