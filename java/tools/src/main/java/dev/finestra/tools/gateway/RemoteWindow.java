package dev.finestra.tools.gateway;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A window for a program outside the JVM: its arguments and results are numbers and {@link
 * Message}s.
 *
 * <p>Costs: those of the window; a bulk is copied once, from bytes to arrays.
 *
 * <p>When user code throws: as {@link SlidingWindow}. A malformed message changes nothing.
 *
 * <p>Threading: calls are synchronized, because a caller that was interrupted can call again while
 * its first call still runs here.
 */
public final class RemoteWindow {
  private static final AtomicLong MADE = new AtomicLong();

  private final SlidingWindow<Object> window;

  /** Two windows are locked in the order of their numbers, so that merges cannot deadlock. */
  private final long number = MADE.incrementAndGet();

  RemoteWindow(SlidingWindow<Object> window) {
    this.window = window;
  }

  /** Makes a window from the names of its algorithm, its aggregation and its type of values. */
  public static RemoteWindow of(String algorithm, String aggregation, String type) {
    return new RemoteWindow(SlidingWindows.of(algorithm, aggregation, ValueType.named(type)));
  }

  /** Whether an aggregation aggregates values of a type. */
  public static boolean accepts(String aggregation, String type) {
    try {
      Aggregations.of(aggregation, ValueType.named(type));
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /** The laws that an aggregation breaks, as texts; the samples are a message with a list. */
  public static byte[] brokenLaws(String aggregation, String type, byte[] samples) {
    List<Object> values = Arrays.asList((Object[]) Message.value(samples));
    return Message.of(
        Aggregations.checkLaws(Aggregations.of(aggregation, ValueType.named(type)), values));
  }

  public String algorithm() {
    return window.algorithm().name();
  }

  public String aggregation() {
    return window.aggregation().name();
  }

  /** Inserts the value of a message. */
  public synchronized void insert(long time, byte[] value) {
    window.insert(time, Message.value(value));
  }

  /** Inserts a bulk of numbers: all times, then all values, of the window's type. */
  public synchronized void bulkInsertNumbers(byte[] entries) {
    int count = entries.length / (2 * Long.BYTES);
    if (entries.length != count * 2 * Long.BYTES) {
      throw new IllegalArgumentException(
          "the bulk has " + entries.length + " bytes; n times and n values need 16 n");
    }
    int values = count * Long.BYTES;
    long[] times = Message.longs(entries, 0, count);
    if (window.aggregation().input() == ValueType.DOUBLE) {
      window.bulkInsert(times, Message.doubles(entries, values, count), 0, count);
    } else {
      window.bulkInsert(times, Message.longs(entries, values, count), 0, count);
    }
  }

  /** Inserts a bulk of any values: times as numbers, and a message with a list of values. */
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

  /** The first time, or null if the window is empty. */
  public synchronized byte[] oldest() {
    return Message.of(window.isEmpty() ? null : (Object) window.oldest());
  }

  /** The last time, or null if the window is empty. */
  public synchronized byte[] youngest() {
    return Message.of(window.isEmpty() ? null : (Object) window.youngest());
  }

  public synchronized long size() {
    return window.size();
  }

  public synchronized long bytes() {
    return window.bytes();
  }

  /** The entries in time order, as one list: time, aggregate, time, aggregate, … */
  public synchronized byte[] entries() {
    List<Object> all = new ArrayList<>();
    window.forEach(
        (time, value) -> {
          all.add(time);
          all.add(value);
        });
    return Message.of(all);
  }

  /** Inserts all entries of another window; waits for running calls of both. */
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
}
