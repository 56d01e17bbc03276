package dev.finestra.aggregation;

import java.util.Set;

/** What the built-in aggregations over objects share: their description, and boxed values. */
abstract class AnObject<S, O> extends ObjectAggregation<S, O> {
  private final String name;
  private final ValueType input;
  private final Set<Property> properties;

  AnObject(String name, ValueType input, Property... properties) {
    this.name = name;
    this.input = input;
    this.properties = Properties.of(properties);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final ValueType input() {
    return input;
  }

  @Override
  public final Set<Property> properties() {
    return properties;
  }

  /** The value as a Long, a Double or a String, as this aggregation takes it. */
  final Object value(Object value) {
    return Values.of(name, input, value);
  }
}
