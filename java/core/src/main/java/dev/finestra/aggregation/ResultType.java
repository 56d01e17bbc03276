package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The type of an aggregation's results. Any result may be null as well. */
public sealed interface ResultType extends Serializable {
  /** A single value. */
  enum Single implements ResultType {
    LONG,
    DOUBLE,
    STRING,
    BOOLEAN
  }

  /**
   * A decimal, as in SQL.
   *
   * @param precision the most digits
   * @param scale how many of them are after the point
   */
  record Decimal(int precision, int scale) implements ResultType {
    /** The most digits of SQL's decimals. */
    public static final int MOST_DIGITS = 38;
  }

  /** A list of any number of elements of one type. */
  record ListOf(ResultType element) implements ResultType {}

  /** A list in which each place has a type of its own, such as a tuple's results. */
  record Places(List<ResultType> elements) implements ResultType {
    public Places {
      elements = List.copyOf(elements);
    }
  }

  /**
   * A map.
   *
   * @param key the type of its keys
   * @param fields the keys as text, with the types of their values
   */
  record Fields(ResultType key, Map<String, ResultType> fields) implements ResultType {
    public Fields {
      fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
  }

  /** A list with one result of each of these types; a {@link ListOf} if they are all alike. */
  static ResultType ofList(List<ResultType> elements) {
    ResultType first = elements.get(0);
    return elements.stream().allMatch(first::equals) ? new ListOf(first) : new Places(elements);
  }

  /**
   * The type of the results of an aggregation that does not declare it: the type of its result for
   * four values.
   *
   * @throws IllegalArgumentException when that result is of another type
   */
  static ResultType ofSample(Aggregation<?> aggregation) {
    List<ValueType> row = aggregation.row(aggregation.columns());
    ObjectAggregation<Object, ?> f = GuardedWords.objects(aggregation);
    Object all = f.identity();
    for (int number : new int[] {1, 2, 4, 3}) {
      List<Object> values = new ArrayList<>();
      for (ValueType type : row) {
        values.add(sample(type, values.isEmpty() ? number : number * number));
      }
      Object value = values.size() == 1 ? values.get(0) : values.toArray();
      all = f.combine(all, f.lift(value));
    }
    Object result = f.lower(all);
    ResultType type = of(result);
    if (type == null) {
      throw new IllegalArgumentException(
          "The results of "
              + aggregation.name()
              + " have no known type: for a few values the result is "
              + result
              + ". Return a Long, Double, Boolean or String, or a List or Map of them.");
    }
    return type;
  }

  private static Object sample(ValueType type, int number) {
    return switch (type) {
      case LONG -> (Object) (long) number;
      case DOUBLE -> (double) number;
      case STRING -> String.valueOf(number);
    };
  }

  /** The type of a result; null where it has none. */
  private static ResultType of(Object result) {
    if (result instanceof Long) {
      return Single.LONG;
    }
    if (result instanceof Double) {
      return Single.DOUBLE;
    }
    if (result instanceof String) {
      return Single.STRING;
    }
    if (result instanceof Boolean) {
      return Single.BOOLEAN;
    }
    if (result instanceof List<?> list && !list.isEmpty()) {
      List<ResultType> elements = new ArrayList<>();
      list.forEach(each -> elements.add(of(each)));
      return elements.contains(null) ? null : ofList(elements);
    }
    if (result instanceof Map<?, ?> map && !map.isEmpty()) {
      ResultType key = of(map.keySet().iterator().next());
      Map<String, ResultType> fields = new LinkedHashMap<>();
      map.forEach((name, value) -> fields.put(String.valueOf(name), of(value)));
      return key == null || fields.containsValue(null) ? null : new Fields(key, fields);
    }
    return null;
  }
}
