package dev.finestra.internal.window.keyed;

import java.util.Arrays;

/**
 * A hash table from keys to references of 64 bits: open addressing with linear probing, between an
 * eighth and three quarters full.
 *
 * <p>Invariants: (1) no place between the one that a key's hash points to and the key's own place
 * is empty; (2) size counts the places that are not empty.
 */
final class KeyTable<K> {
  private static final int SMALLEST = 16;
  private static final int LARGEST = 1 << 30;

  private Object[] keys = new Object[SMALLEST];
  private long[] references = new long[SMALLEST];
  private int size;

  int size() {
    return size;
  }

  int capacity() {
    return keys.length;
  }

  @SuppressWarnings("unchecked")
  K key(int at) {
    return (K) keys[at];
  }

  boolean isEmpty(int at) {
    return keys[at] == null;
  }

  long reference(int at) {
    return references[at];
  }

  void reference(int at, long reference) {
    references[at] = reference;
  }

  /** The place of a key; if it is absent, ~ the empty place for it. */
  int find(K key) {
    int mask = keys.length - 1;
    int at = place(key, mask);
    while (keys[at] != null) {
      if (keys[at].equals(key)) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return ~at;
  }

  private static int place(Object key, int mask) {
    int hash = key.hashCode() * 0x9e3779b9;
    return (hash ^ (hash >>> 15)) & mask;
  }

  /** Adds a key at the empty place that {@link #find} returned. */
  void add(int at, K key, long reference) {
    keys[at] = key;
    references[at] = reference;
    if (++size > keys.length / 4 * 3) {
      if (keys.length == LARGEST) {
        throw new IllegalStateException(
            "There is room for no more than " + size + " keys; use several KeyedWindows.");
      }
      resize(2 * keys.length);
    }
  }

  /** Removes the key at a place; others may move into it, but none past an empty place. */
  void remove(int at) {
    int mask = keys.length - 1;
    int hole = at;
    for (int i = (at + 1) & mask; keys[i] != null; i = (i + 1) & mask) {
      // A key may move into the hole if that lies between its hash's place and its own place.
      if (((i - place(keys[i], mask)) & mask) >= ((i - hole) & mask)) {
        keys[hole] = keys[i];
        references[hole] = references[i];
        hole = i;
      }
    }
    keys[hole] = null;
    size--;
  }

  /** Shrinks the table after keys were removed. */
  void shrink() {
    int capacity = keys.length;
    while (capacity > SMALLEST && size < capacity / 8) {
      capacity /= 2;
    }
    if (capacity < keys.length) {
      resize(capacity);
    }
  }

  private void resize(int capacity) {
    Object[] oldKeys = keys;
    long[] oldReferences = references;
    keys = new Object[capacity];
    references = new long[capacity];
    int mask = capacity - 1;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != null) {
        int at = place(oldKeys[i], mask);
        while (keys[at] != null) {
          at = (at + 1) & mask;
        }
        keys[at] = oldKeys[i];
        references[at] = oldReferences[i];
      }
    }
  }

  /**
   * An empty place. In a walk downwards from it, removals move keys only into places already
   * visited.
   */
  int start() {
    int at = 0;
    while (keys[at] != null) {
      at++;
    }
    return at;
  }

  void clear() {
    keys = new Object[SMALLEST];
    references = new long[SMALLEST];
    size = 0;
  }

  long bytes() {
    return 16 + 4L * keys.length + 16 + 8L * references.length;
  }

  void checkInvariants() {
    int mask = keys.length - 1;
    for (int i = 0; i < keys.length; i++) {
      for (int at = keys[i] == null ? i : place(keys[i], mask); at != i; at = (at + 1) & mask) {
        if (keys[at] == null) {
          throw new AssertionError(
              "(1) broken: place " + at + " is empty before key " + keys[i] + " at " + i);
        }
      }
    }
    long there = Arrays.stream(keys).filter(k -> k != null).count();
    if (there != size) {
      throw new AssertionError("(2) broken: there are " + there + " keys, not " + size);
    }
  }
}
