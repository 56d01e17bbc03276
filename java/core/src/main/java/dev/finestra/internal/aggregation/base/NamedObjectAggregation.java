package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.ValueConversions;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** An aggregation of an object with a name, an input type, properties, and boxed values. */
public abstract class NamedObjectAggregation<S, O> extends ObjectAggregation<S, O> {
  private final String name;
  private final ValueType input;
  private final Set<Property> properties;

  protected NamedObjectAggregation(String name, ValueType input, Property... properties) {
    this(name, input, EnumSet.copyOf(Arrays.asList(properties)));
  }

  protected NamedObjectAggregation(String name, ValueType input, Set<Property> properties) {
    this.name = name;
    this.input = input;
    this.properties = Collections.unmodifiableSet(properties);
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

  @Override
  public O empty() {
    return lower(identity());
  }

  /** The value as a Long, a Double or a String, whichever the input type asks for. */
  protected final Object value(Object value) {
    return ValueConversions.of(name, input, value);
  }
}
