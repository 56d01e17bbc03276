package dev.finestra.flink.internal.builder;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The order of named windows and aggregations. State is laid out in this order. */
public final class StableOrder {
  private StableOrder() {}

  /**
   * The map itself if it has an order; otherwise its entries sorted by name. The order of {@code
   * Map.of} differs from JVM to JVM, so that a restarted job could not read its state.
   */
  public static <V> Map<String, V> of(Map<String, V> map) {
    return map instanceof LinkedHashMap || map instanceof SortedMap ? map : new TreeMap<>(map);
  }
}
