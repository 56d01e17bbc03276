package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.Aggregation.Property;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Sets of properties. */
public final class PropertySets {
  private PropertySets() {}

  /** The properties as an unmodifiable set in their declared order. */
  public static Set<Property> of(Property... properties) {
    return unmodifiable(EnumSet.noneOf(Property.class), properties);
  }

  /** The properties and {@link Property#FIXED_SIZE}. */
  public static Set<Property> ofFixedSize(Property... properties) {
    return unmodifiable(EnumSet.of(Property.FIXED_SIZE), properties);
  }

  private static Set<Property> unmodifiable(EnumSet<Property> set, Property... properties) {
    set.addAll(Arrays.asList(properties));
    return Collections.unmodifiableSet(set);
  }
}
