package dev.finestra.flink.internal.aggregate;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.types.Row;

/**
 * Converts a function's results to lists, maps, numbers and strings, so that two of them can be
 * compared, with a tolerance for floating-point numbers. An object whose class does not override
 * {@code equals} becomes the list of its fields.
 */
final class ComparableResult {
  private static final int DEEPEST = 8;

  /** Relative to the larger number, or to 1; the same as in core's check of laws. */
  private static final double TOLERANCE = 1e-6;

  private ComparableResult() {}

  static Object of(Object result) {
    return of(result, 0);
  }

  /** Whether two converted results are equal up to rounding of floating-point numbers. */
  static boolean near(Object a, Object b) {
    if (a instanceof Double x && b instanceof Double y) {
      double size = Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
      return x.equals(y) || Math.abs(x - y) <= TOLERANCE * size;
    }
    if (a instanceof List<?> xs && b instanceof List<?> ys) {
      boolean near = xs.size() == ys.size();
      for (int i = 0; near && i < xs.size(); i++) {
        near = near(xs.get(i), ys.get(i));
      }
      return near;
    }
    if (a instanceof Map<?, ?> xs && b instanceof Map<?, ?> ys) {
      return near(List.copyOf(xs.keySet()), List.copyOf(ys.keySet()))
          && near(new ArrayList<>(xs.values()), new ArrayList<>(ys.values()));
    }
    return Objects.equals(a, b);
  }

  private static Object of(Object result, int depth) {
    if (result instanceof Float number) {
      return number.doubleValue();
    }
    if (result == null || result instanceof Number || result instanceof CharSequence) {
      return result;
    }
    if (depth > DEEPEST) {
      // Too deep for a result: most likely an object that refers to itself.
      return "…";
    }
    if (result.getClass().isArray()) {
      return parts(Array.getLength(result), i -> Array.get(result, i), depth);
    }
    if (result instanceof Map<?, ?> map) {
      TreeMap<Object, Object> sorted = new TreeMap<>(Comparator.comparing(String::valueOf));
      map.forEach((key, value) -> sorted.put(of(key, depth + 1), of(value, depth + 1)));
      return sorted;
    }
    if (result instanceof Collection<?> all) {
      List<Object> parts = new ArrayList<>();
      all.forEach(part -> parts.add(of(part, depth + 1)));
      if (result instanceof Set<?>) {
        parts.sort(Comparator.comparing(String::valueOf));
      }
      return parts;
    }
    return ofParts(result, depth);
  }

  private static Object ofParts(Object result, int depth) {
    if (result instanceof Tuple tuple) {
      return parts(tuple.getArity(), tuple::getField, depth);
    }
    if (result instanceof Row row) {
      return parts(row.getArity(), row::getField, depth);
    }
    List<Object> parts = new ArrayList<>();
    Class<?> type = result.getClass();
    if (type.isEnum() || (!type.isRecord() && hasEquals(type))) {
      return result;
    }
    try {
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            parts.add(of(field.get(result), depth + 1));
          }
        }
      }
      return parts;
    } catch (IllegalAccessException | InaccessibleObjectException closed) {
      // Its fields cannot be read, so two such objects count as equal.
      return type.getName();
    }
  }

  private static List<Object> parts(int count, IntFunction<Object> part, int depth) {
    List<Object> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(of(part.apply(i), depth + 1));
    }
    return parts;
  }

  private static boolean hasEquals(Class<?> type) {
    try {
      return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException impossible) {
      return false;
    }
  }
}
