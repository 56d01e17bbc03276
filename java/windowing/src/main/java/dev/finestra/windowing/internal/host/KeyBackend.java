package dev.finestra.windowing.internal.host;

/** The key whose state the engine accesses. Engines implement it. */
public interface KeyBackend {
  /** The engine's current key; null if there is none. */
  Object currentKey();

  void setCurrentKey(Object key);

  /** A copy of a key, safe from changes by the engine or by user code. */
  Object copy(Object key);
}
