package dev.finestra.windowing.internal.host;

import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The header entries of recent keys as objects, over a state of bytes. A small window is such an
 * entry, so the rows of a recent key with a small window need no access to the state. Other entries
 * pass through.
 *
 * <p>Costs: a hash lookup for a key in the cache; for any other key a read, and a write for each of
 * at most two keys that leave the cache, if their entries changed.
 *
 * <p>Invariant: after {@link #flush} the state has all entries.
 *
 * <p>While a key's window is in memory, its entry here may be stale, so it is never written. It is
 * replaced when the window is put back.
 *
 * <p>If hardly any row finds its key here, the cache keeps only a few entries: these stay in the
 * processor's caches, and a snapshot has less to write. From time to time it tries again with all.
 */
final class HeaderCache implements EntryMap {
  /** A cache that finds few keys keeps one in this many of its entries. */
  private static final int FEW_DIVISOR = 32;

  /** A full cache decides after {@code SAMPLE * most} reads. */
  private static final long SAMPLE = 2;

  /** A small cache becomes full again after {@code PAUSE * most} reads. */
  private static final long PAUSE = 64;

  /** A full cache stays so if it finds at least one key in this many reads. */
  private static final int MOST_READS_PER_HIT = 8;

  private final EntryMap state;
  private final KeyBackend backend;
  private final int most;
  private final int few;

  /** Whether a key's window is in memory. */
  private final Predicate<Object> isHeld;

  private final LinkedHashMap<Object, Cached> headers = new LinkedHashMap<>(16, 0.75f, true);

  /** What was read last. A row may read its key's entry twice, which is no hit. */
  private Cached latest;

  /** How many entries may stay: all or few. After it falls, each read drops at most two others. */
  private int limit;

  /** The reads since the last decision, and how many of them found their key. */
  private long reads;

  private long hits;

  /** An entry, and its bytes in the state, or null if they are not known. */
  private static final class Cached {
    private StateEntry entry;
    private byte[] stored;
  }

  HeaderCache(EntryMap state, KeyBackend backend, int most, Predicate<Object> isHeld) {
    this.state = state;
    this.backend = backend;
    this.most = most;
    this.few = Math.max(1, most / FEW_DIVISOR);
    this.limit = most;
    this.isHeld = isHeld;
  }

  @Override
  public boolean sharesObject(int id) {
    return id == EntryPages.HEADER;
  }

  @Override
  public StateEntry get(int id) throws Exception {
    if (id != EntryPages.HEADER) {
      return state.get(id);
    }
    Object key = backend.currentKey();
    Cached cached = headers.get(key);
    if (cached == null || cached != latest) {
      count(cached != null);
    }
    StateEntry entry = cached == null ? state.get(id) : cached.entry;
    if (cached == null && entry != null) {
      cached = add(key, entry, entry.bytes);
    }
    latest = cached;
    makeRoom(key);
    return entry;
  }

  @Override
  public void put(int id, StateEntry entry) throws Exception {
    if (id != EntryPages.HEADER) {
      state.put(id, entry);
      return;
    }
    Object key = backend.currentKey();
    Cached cached = headers.get(key);
    if (cached == null) {
      add(key, entry, null);
    } else {
      cached.entry = entry;
    }
  }

  private void count(boolean isHit) {
    hits += isHit ? 1 : 0;
    if (++reads < (limit == most ? SAMPLE : PAUSE) * most) {
      return;
    }
    limit = limit == most && MOST_READS_PER_HIT * hits < reads ? few : most;
    reads = 0;
    hits = 0;
  }

  private Cached add(Object key, StateEntry entry, byte[] stored) {
    Cached cached = new Cached();
    cached.entry = entry;
    cached.stored = stored;
    headers.put(backend.copy(key), cached);
    return cached;
  }

  /**
   * Drops headers that were used least recently, but never the key's own. It drops at most two, so
   * that no row waits long when the limit falls.
   */
  private void makeRoom(Object key) throws Exception {
    boolean isAway = false;
    for (int i = 0; i < 2 && headers.size() > limit; i++) {
      Iterator<Map.Entry<Object, Cached>> byUse = headers.entrySet().iterator();
      Map.Entry<Object, Cached> eldest = byUse.next();
      byUse.remove();
      isAway |= !isHeld.test(eldest.getKey()) && write(eldest.getKey(), eldest.getValue());
    }
    if (isAway) {
      backend.setCurrentKey(key);
    }
  }

  /** Writes an entry if it changed; returns whether it did, and left the engine at this key. */
  private boolean write(Object key, Cached cached) throws Exception {
    StateEntry entry = cached.entry;
    byte[] bytes = state.bytes(entry);
    boolean isChanged = !Arrays.equals(bytes, cached.stored);
    if (isChanged) {
      backend.setCurrentKey(key);
      entry.bytes = bytes;
      state.put(EntryPages.HEADER, entry);
      entry.bytes = null; // the page may change in place
      cached.stored = bytes;
    }
    return isChanged;
  }

  @Override
  public void remove(int id) throws Exception {
    if (id == EntryPages.HEADER) {
      headers.remove(backend.currentKey());
    }
    state.remove(id);
  }

  @Override
  public byte[] bytes(StateEntry entry) throws IOException {
    return state.bytes(entry);
  }

  /** Writes all entries into the state. The engine is then at any key. */
  void flush() {
    try {
      for (Map.Entry<Object, Cached> one : headers.entrySet()) {
        write(one.getKey(), one.getValue());
      }
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Exception thrown) {
      throw new IllegalStateException("A key's header could not be written: " + thrown, thrown);
    }
  }
}
