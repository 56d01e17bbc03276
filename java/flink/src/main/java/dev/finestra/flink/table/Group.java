package dev.finestra.flink.table;

import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.flink.ByName;

/**
 * The accumulator of {@link FinestraGroupAgg}: a window whose entries are all at one time, and so
 * combined into one; or its snapshot, until it is first needed.
 */
public final class Group {
  private String name;
  private byte[] snapshot;
  private SlidingWindow<Object> window;

  Group(String name, byte[] snapshot) {
    this.name = name;
    this.snapshot = snapshot;
  }

  Group copy() {
    return new Group(name, snapshot());
  }

  String name() {
    return name;
  }

  /** The partial aggregate as bytes; null where there is none. */
  byte[] snapshot() {
    return window == null ? snapshot : window.snapshot();
  }

  void add(String name, ByName byName, Object value) {
    this.name = name;
    if (value != null) {
      window(byName).insert(0, value);
    }
  }

  void merge(ByName byName, Group other) {
    name = other.name;
    window(byName).merge(other.window(byName));
  }

  Object answer(ByName byName) {
    return byName.answer(window(byName));
  }

  void clear() {
    window = null;
    snapshot = null;
  }

  private SlidingWindow<Object> window(ByName byName) {
    if (window == null) {
      window = Finestra.window("two_stacks", byName.aggregation());
      if (snapshot != null) {
        window.restore(snapshot);
        snapshot = null;
      }
    }
    return window;
  }
}
