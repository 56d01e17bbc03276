package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.Property;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Sets of properties. */
final class Properties {
  private Properties() {}

  /** The properties as an unmodifiable set in their declared order. */
  static Set<Property> of(Property... properties) {
    EnumSet<Property> set = EnumSet.noneOf(Property.class);
    set.addAll(Arrays.asList(properties));
    return Collections.unmodifiableSet(set);
  }
}
