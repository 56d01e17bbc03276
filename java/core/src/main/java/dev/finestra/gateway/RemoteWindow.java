package dev.finestra.gateway;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A window whose arguments and answers are numbers and byte messages, for a program beside the JVM.
 *
 * <p>Costs: those of the window behind it; a bulk is copied once, from bytes to arrays.
 *
 * <p>When user code throws: as {@link SlidingWindow}. A message that cannot be read changes
 * nothing.
 *
 * <p>One thread goes in at a time: after an interrupted call, which goes on here, another may come.
 */
public final class RemoteWindow {
  private static final AtomicLong MADE = new AtomicLong();

  private final SlidingWindow<Object> window;

  /** The order in which two windows are locked. */
  private final long number = MADE.incrementAndGet();

  RemoteWindow(SlidingWindow<Object> window) {
    this.window = window;
  }

  public String algorithm() {
    return window.algorithm().name();
  }

  public String aggregation() {
    return window.aggregation().name();
  }

  /** Inserts the value that a message holds. */
  public synchronized void insert(long time, byte[] value) {
    window.insert(time, Message.value(value));
  }

  /** Inserts a bulk of plain numbers: all times, then as many values, of the window's own type. */
  public synchronized void bulkInsertNumbers(byte[] entries) {
    int count = entries.length / (2 * Long.BYTES);
    if (entries.length != count * 2 * Long.BYTES) {
      throw new IllegalArgumentException(
          "a bulk of " + entries.length + " bytes is no list of times and one of as many values");
    }
    int values = count * Long.BYTES;
    long[] times = Message.longs(entries, 0, count);
    if (window.aggregation().input() == ValueType.DOUBLE) {
      window.bulkInsert(times, Message.doubles(entries, values, count), 0, count);
    } else {
      window.bulkInsert(times, Message.longs(entries, values, count), 0, count);
    }
  }

  /** Inserts a bulk of any values: plain times, and a list of values. */
  public synchronized void bulkInsert(byte[] times, byte[] values) {
    Object[] all = (Object[]) Message.value(values);
    window.bulkInsert(Message.longs(times, 0, all.length), all, 0, all.length);
  }

  public synchronized boolean evict(long time) {
    return window.evict(time);
  }

  public synchronized void bulkEvict(long time) {
    window.bulkEvict(time);
  }

  public synchronized byte[] query() {
    return Message.of(window.query());
  }

  public synchronized byte[] query(long from, long to) {
    return Message.of(window.query(from, to));
  }

  /** The first time; a message of null when the window is empty. */
  public synchronized byte[] oldest() {
    return Message.of(window.isEmpty() ? null : (Object) window.oldest());
  }

  /** The last time; a message of null when the window is empty. */
  public synchronized byte[] youngest() {
    return Message.of(window.isEmpty() ? null : (Object) window.youngest());
  }

  public synchronized long size() {
    return window.size();
  }

  public synchronized long bytes() {
    return window.bytes();
  }

  /** The entries in time order: time, aggregate, time, aggregate and so on. */
  public synchronized byte[] entries() {
    List<Object> all = new ArrayList<>();
    window.forEach(
        (time, value) -> {
          all.add(time);
          all.add(value);
        });
    return Message.of(all);
  }

  /** Waits for what goes on in either window. */
  public void merge(RemoteWindow other) {
    synchronized (number < other.number ? this : other) {
      synchronized (number < other.number ? other : this) {
        window.merge(other.window);
      }
    }
  }

  public synchronized void clear() {
    window.clear();
  }

  public synchronized byte[] snapshot() {
    return window.snapshot();
  }

  public synchronized void restore(byte[] snapshot) {
    window.restore(snapshot);
  }

  /** Names the invariant that broke, if one did. */
  public synchronized void checkInvariants() {
    window.checkInvariants();
  }

  /** What the window is, for a log. */
  @Override
  public synchronized String toString() {
    Aggregation<Object> aggregation = window.aggregation();
    return algorithm() + " of " + aggregation.name() + ", " + window.size() + " entries";
  }
}
