package dev.finestra.internal.aggregation.declared;

import java.util.Locale;

/** The type of an expression, a column or a field of a declared aggregation. */
enum Type {
  LONG(long.class, 22, 55, 173),
  DOUBLE(double.class, 24, 57, 175),
  BOOLEAN(boolean.class, 21, 54, 172);

  final Class<?> java;

  /** The instructions of the JVM that load and store a local variable, and return a value. */
  final int load;

  final int store;
  final int give;

  Type(Class<?> java, int load, int store, int give) {
    this.java = java;
    this.load = load;
    this.store = store;
    this.give = give;
  }

  /** The number of local variables that a value takes. */
  int slots() {
    return this == BOOLEAN ? 1 : 2;
  }

  /** Whether a value of this type can be used where another is needed. */
  boolean fits(Type needed) {
    return this == needed || (this == LONG && needed == DOUBLE);
  }

  String shown() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Type of(Class<?> java) {
    for (Type type : values()) {
      if (type.java == java) {
        return type;
      }
    }
    throw new IllegalArgumentException("No type of expressions is a " + java);
  }

  /** The type with this name; null if there is none. */
  static Type named(String name) {
    for (Type type : values()) {
      if (type.shown().equals(name)) {
        return type;
      }
    }
    return null;
  }
}
