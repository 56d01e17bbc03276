package dev.finestra.internal.window.slots;

/** Where an array of partial aggregates lives: in memory, or on pages of a store. */
public interface AggregateStorage {
  /** An array of partial aggregates of so many words each. */
  LongChunks words(int shift, int maxShift, int words);

  /** An array of partial aggregates that are objects. */
  ObjectChunks objects(int shift, int maxShift);
}
