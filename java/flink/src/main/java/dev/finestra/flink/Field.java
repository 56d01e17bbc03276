package dev.finestra.flink;

import org.apache.flink.api.common.functions.Function;

/**
 * A field of an element, for an aggregation to take.
 *
 * @param <T> the elements
 * @param <V> the field's values: numbers, texts, truth values; null is skipped
 */
@FunctionalInterface
public interface Field<T, V> extends Function {
  V of(T element) throws Exception;
}
