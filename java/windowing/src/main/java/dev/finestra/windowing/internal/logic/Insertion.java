package dev.finestra.windowing.internal.logic;

/** Inserts one or more rows of the current key into its window, or removes some. */
@FunctionalInterface
public interface Insertion {
  void insert() throws Exception;
}
