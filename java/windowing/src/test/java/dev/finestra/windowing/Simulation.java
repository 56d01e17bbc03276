package dev.finestra.windowing;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.internal.columns.ColumnAggregations;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.host.KeyBackend;
import dev.finestra.windowing.internal.host.KeyedEngine;
import dev.finestra.windowing.internal.host.KeyedHost;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.StateEntry;
import dev.finestra.windowing.internal.state.StateEntryCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An engine in one thread, for tests: state by key and entry, event-time timers, a clock, output in
 * a list. It can stop in the middle of its timers, as Flink does for a checkpoint, and it can make
 * and restore snapshots.
 *
 * <p>State is bytes or shared objects. A snapshot of objects is lazy, as that of Flink's heap: it
 * keeps the objects, and the state copies each at the first access after the snapshot.
 */
final class Simulation implements KeyedEngine, KeyBackend, EntryMap {
  /** How a key's window is kept between two calls. */
  enum Style {
    /** State is bytes; keys stay in memory, as in Flink's operator over RocksDB. */
    HELD_BYTES(true, false),
    /** State is objects; keys stay in memory, as in Flink's operator on heap. */
    HELD_OBJECTS(true, true),
    /** State is bytes and complete after each call, as in Flink's table function. */
    EACH_CALL(false, false);

    final boolean isHeld;
    final boolean isObjects;

    Style(boolean isHeld, boolean isObjects) {
      this.isHeld = isHeld;
      this.isObjects = isObjects;
    }
  }

  /** The windows and columns of a test. */
  record Job(WindowRequest request, List<TypedAggregation> columns) {
    Job(
        WindowKind kind,
        NamedSizes sizes,
        long lateness,
        Emit emit,
        List<TypedAggregation> columns) {
      this(new WindowRequest(kind, sizes, lateness, emit, "auto", 0), columns);
    }
  }

  /** How many headers, keys and pages stay in memory. */
  record Limits(Style style, int headers, int keys, int pages) {
    static final Limits ALL = new Limits(Style.HELD_BYTES, 1_000, 1_000, 100_000);
  }

  /** A result that was emitted. */
  record Result(
      String key, long start, long end, List<Object> values, Change change, long timestamp) {}

  /** State and timers in a checkpoint. */
  static final class Snapshot {
    private final Map<String, Map<Integer, Object>> state = new TreeMap<>();
    private final TreeMap<Long, TreeSet<String>> timers = new TreeMap<>();
    private final TreeMap<Long, TreeSet<String>> expiries = new TreeMap<>();
  }

  private final Limits limits;
  private final Aggregation<WindowResult> aggregation;
  private final StateEntryCodec codec;
  private final HeldKeys held;
  private final HeldKey each;
  private final KeyedHost host;

  /** An entry is its bytes, or the object itself. */
  private final Map<String, Map<Integer, Object>> state = new TreeMap<>();

  /** Objects that a snapshot still refers to, so that they must not change. */
  private final Map<Object, Boolean> inSnapshot = new java.util.IdentityHashMap<>();

  private final TreeMap<Long, TreeSet<String>> timers = new TreeMap<>();
  private final TreeMap<Long, TreeSet<String>> expiries = new TreeMap<>();
  private final List<Result> out = new ArrayList<>();
  private String key;
  private long watermark = Long.MIN_VALUE;
  private long clock;
  private int inNoWindow;
  private int corrected;

  Simulation(Job job, Limits limits) {
    this.limits = limits;
    aggregation = ColumnAggregations.of(job.columns());
    codec = new StateEntryCodec(ColumnAggregations.of(job.columns()));
    Object[] none = job.columns().stream().map(c -> c.aggregation().empty()).toArray();
    host = new KeyedHost(this, job.request(), aggregation, new WindowResult(0, none), false);
    held =
        limits.style.isHeld
            ? new HeldKeys(
                this,
                this,
                job.request().algorithm(),
                aggregation,
                false,
                !host.changesStored(),
                limits.headers,
                limits.keys,
                limits.pages)
            : null;
    each = limits.style.isHeld ? null : new HeldKey(this, job.request().algorithm(), aggregation);
  }

  Simulation(Job job, Limits limits, Snapshot snapshot) throws IOException {
    this(job, limits);
    for (var one : snapshot.state.entrySet()) {
      Map<Integer, Object> entries = new HashMap<>();
      for (var entry : one.getValue().entrySet()) {
        StateEntry read = read(bytes(entry.getValue()));
        entries.put(entry.getKey(), limits.style.isObjects ? read : bytes(entry.getValue()));
      }
      state.put(one.getKey(), entries);
    }
    snapshot.timers.forEach((time, keys) -> timers.put(time, new TreeSet<>(keys)));
    snapshot.expiries.forEach((time, keys) -> expiries.put(time, new TreeSet<>(keys)));
  }

  /** A row; false if it is late. */
  boolean row(String key, long time, Object... values) throws Exception {
    this.key = key;
    return (held != null && host.addToStored(held, time, values.clone(), watermark))
        || attached(key, () -> host.row(time, values.clone(), time, watermark));
  }

  /** Advances the watermark and fires all timers that are due. */
  void watermark(long time) throws Exception {
    interruptedWatermark(time, Integer.MAX_VALUE);
  }

  /** Advances the watermark, and fires only some of the timers that are due. */
  void interruptedWatermark(long time, int most) throws Exception {
    watermark = Math.max(watermark, time);
    for (int i = 0; i < most && !timers.isEmpty() && timers.firstKey() <= watermark; i++) {
      String due = poll(timers);
      key = due;
      if (held == null || !host.fireStored(held, watermark)) {
        attached(
            due,
            () -> {
              host.fire(watermark);
              return true;
            });
      }
    }
  }

  /** Advances the machine's clock, and removes the state of keys that are idle. */
  void clock(long time) throws Exception {
    clock = time;
    while (!expiries.isEmpty() && expiries.firstKey() <= clock) {
      long at = expiries.firstKey();
      String due = poll(expiries);
      attached(due, () -> host.expire(at));
    }
  }

  private static String poll(TreeMap<Long, TreeSet<String>> timers) {
    var first = timers.firstEntry();
    String due = first.getValue().pollFirst();
    if (first.getValue().isEmpty()) {
      timers.remove(first.getKey());
    }
    return due;
  }

  private interface Call {
    boolean run() throws Exception;
  }

  private boolean attached(String key, Call call) throws Exception {
    this.key = key;
    if (held != null) {
      host.attach(held.attach());
      return call.run();
    }
    each.attach(key);
    host.attach(each);
    boolean answer = call.run();
    each.putBack();
    return answer;
  }

  /** A checkpoint. This simulation may continue; the snapshot does not change. */
  Snapshot snapshot() {
    if (held != null) {
      held.flush();
    }
    Snapshot snapshot = new Snapshot();
    state.forEach(
        (name, entries) -> {
          snapshot.state.put(name, new HashMap<>(entries));
          entries.values().forEach(entry -> inSnapshot.put(entry, true));
        });
    timers.forEach((time, keys) -> snapshot.timers.put(time, new TreeSet<>(keys)));
    expiries.forEach((time, keys) -> snapshot.expiries.put(time, new TreeSet<>(keys)));
    return snapshot;
  }

  /** The results since the last call. */
  List<Result> results() {
    List<Result> results = List.copyOf(out);
    out.clear();
    return results;
  }

  /** The number of entries in state, after all held keys were put back. */
  int entriesLeft() {
    if (held != null) {
      held.flush();
    }
    return state.values().stream().mapToInt(Map::size).sum();
  }

  int timersLeft() {
    return timers.values().stream().mapToInt(TreeSet::size).sum();
  }

  long watermark() {
    return watermark;
  }

  int inNoWindow() {
    return inNoWindow;
  }

  int corrected() {
    return corrected;
  }

  int pagesHeld() {
    return held == null ? 0 : held.pagesHeld();
  }

  // Calls from the windows.

  @Override
  public void emit(long start, long end, WindowResult result, Change change, long timestamp) {
    List<Object> values = Arrays.asList(((Object[]) result.value()).clone());
    out.add(new Result(key, start, end, values, change, timestamp));
  }

  @Override
  public void moveTimer(long from, long to) {
    if (from != KeyHeader.NEVER) {
      TreeSet<String> keys = timers.get(from);
      if (keys != null && keys.remove(key) && keys.isEmpty()) {
        timers.remove(from);
      }
    }
    if (to != KeyHeader.NEVER) {
      timers.computeIfAbsent(to, time -> new TreeSet<>()).add(key);
    }
  }

  @Override
  public long clock() {
    return clock;
  }

  @Override
  public void expireAt(long time) {
    expiries.computeIfAbsent(time, t -> new TreeSet<>()).add(key);
  }

  @Override
  public void rowInNoWindow() {
    inNoWindow++;
  }

  @Override
  public void corrected(int results) {
    corrected += results;
  }

  @Override
  public Object currentKey() {
    return key;
  }

  @Override
  public void setCurrentKey(Object key) {
    this.key = (String) key;
  }

  @Override
  public Object copy(Object key) {
    return key;
  }

  @Override
  public StateEntry get(int id) throws IOException {
    Map<Integer, Object> entries = state.get(key);
    Object entry = entries == null ? null : entries.get(id);
    if (entry instanceof byte[] bytes) {
      return read(bytes);
    }
    if (entry != null && inSnapshot.containsKey(entry)) {
      entry = codec.copy((StateEntry) entry);
      entries.put(id, entry);
    }
    return (StateEntry) entry;
  }

  @Override
  public void put(int id, StateEntry entry) {
    Object stored = limits.style.isObjects ? entry : entry.bytes.clone();
    state.computeIfAbsent(key, k -> new HashMap<>()).put(id, stored);
  }

  @Override
  public void remove(int id) {
    Map<Integer, Object> entries = state.get(key);
    if (entries != null && entries.remove(id) != null && entries.isEmpty()) {
      state.remove(key);
    }
  }

  @Override
  public byte[] bytes(StateEntry entry) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(entry, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  @Override
  public boolean sharesObject(int id) {
    return limits.style.isObjects;
  }

  private byte[] bytes(Object stored) throws IOException {
    return stored instanceof StateEntry entry ? bytes(entry) : (byte[]) stored;
  }

  private StateEntry read(byte[] bytes) throws IOException {
    StateEntry entry = codec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    entry.bytes = bytes;
    return entry;
  }
}
