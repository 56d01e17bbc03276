package dev.finestra.flink;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The order of names, in which columns and the parts of the state lie. */
final class Ordered {
  private Ordered() {}

  /**
   * A map in the order that it has; else by name, as {@code Map.of} has another order in each JVM,
   * which could not read the state of the one before.
   */
  static <V> Map<String, V> of(Map<String, V> map) {
    return map instanceof LinkedHashMap || map instanceof SortedMap ? map : new TreeMap<>(map);
  }
}
