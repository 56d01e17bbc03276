package dev.finestra.flink;

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
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.types.Row;

/**
 * What a function answers as lists, maps, numbers and texts, so that two answers can be compared,
 * and floating-point numbers in them with a tolerance. An object without an {@code equals} of its
 * own is the list of its fields.
 */
final class Plain {
  private static final int DEEPEST = 8;

  /** As core's checks of laws have it, in parts of the larger number, or of 1. */
  private static final double TOLERANCE = 1e-6;

  private Plain() {}

  static Object of(Object answer) {
    return of(answer, 0);
  }

  /** Whether two plain answers are equal, but for the rounding of floating-point numbers. */
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

  private static Object of(Object answer, int depth) {
    if (answer instanceof Float number) {
      return number.doubleValue();
    }
    if (answer == null || answer instanceof Number || answer instanceof CharSequence) {
      return answer;
    }
    if (depth > DEEPEST) {
      // Deeper than answers go: an object that leads to itself.
      return "…";
    }
    if (answer.getClass().isArray()) {
      List<Object> parts = new ArrayList<>();
      for (int i = 0; i < Array.getLength(answer); i++) {
        parts.add(of(Array.get(answer, i), depth + 1));
      }
      return parts;
    }
    if (answer instanceof Map<?, ?> map) {
      TreeMap<Object, Object> sorted = new TreeMap<>(Comparator.comparing(String::valueOf));
      map.forEach((key, value) -> sorted.put(of(key, depth + 1), of(value, depth + 1)));
      return sorted;
    }
    if (answer instanceof Collection<?> all) {
      List<Object> parts = new ArrayList<>();
      all.forEach(part -> parts.add(of(part, depth + 1)));
      if (answer instanceof Set<?>) {
        parts.sort(Comparator.comparing(String::valueOf));
      }
      return parts;
    }
    return ofParts(answer, depth);
  }

  private static Object ofParts(Object answer, int depth) {
    List<Object> parts = new ArrayList<>();
    if (answer instanceof Tuple tuple) {
      for (int i = 0; i < tuple.getArity(); i++) {
        parts.add(of(tuple.getField(i), depth + 1));
      }
      return parts;
    }
    if (answer instanceof Row row) {
      for (int i = 0; i < row.getArity(); i++) {
        parts.add(of(row.getField(i), depth + 1));
      }
      return parts;
    }
    Class<?> type = answer.getClass();
    if (type.isEnum() || (!type.isRecord() && hasEquals(type))) {
      return answer;
    }
    try {
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            parts.add(of(field.get(answer), depth + 1));
          }
        }
      }
      return parts;
    } catch (IllegalAccessException | InaccessibleObjectException closed) {
      // Nothing of it can be seen, so that nothing of it can be found to differ.
      return type.getName();
    }
  }

  private static boolean hasEquals(Class<?> type) {
    try {
      return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException impossible) {
      return false;
    }
  }
}
