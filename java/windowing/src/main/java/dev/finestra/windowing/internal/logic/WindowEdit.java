package dev.finestra.windowing.internal.logic;

/** Inserts rows of the current key into its window, or removes some. */
@FunctionalInterface
public interface WindowEdit {
  void apply() throws Exception;
}
