package dev.finestra.flink;

import org.apache.flink.api.common.functions.Function;

/**
 * Reads the value to aggregate from an element.
 *
 * @param <T> the elements
 * @param <V> the values: numbers, strings, booleans or instants; an aggregation skips null
 */
@FunctionalInterface
public interface Field<T, V> extends Function {
  V of(T element) throws Exception;
}
