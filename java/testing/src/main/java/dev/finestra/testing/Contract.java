package dev.finestra.testing;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The contract of a window: performs operations on a window and on an {@link Oracle}, and compares
 * them. The traits of the algorithm decide which operations must work and which must be rejected.
 *
 * <p>After each operation it checks the numbered invariants, size, oldest and youngest. An
 * operation that the algorithm does not support must throw, name an algorithm that does, and change
 * nothing.
 *
 * @param <O> the type of results
 */
public final class Contract<O> {
  private static final int FEW = 500;

  private final Algorithm algorithm;
  private final TestAggregation<O> kind;
  private final boolean invertible;
  private final Aggregation<O> aggregation;
  private final Probe probe = new Probe();
  private Oracle<O> oracle;
  private SlidingWindow<O> window;
  private boolean curious;
  private boolean refused;
  private BiFunction<Algorithm, Aggregation<O>, SlidingWindow<O>> factory =
      (of, aggregation) -> Subjects.window(of.name(), aggregation);

  public Contract(Algorithm algorithm, TestAggregation<O> kind, boolean invertible) {
    this.algorithm = algorithm;
    this.kind = kind;
    this.invertible = invertible;
    this.aggregation = kind.aggregation(invertible, probe);
    this.oracle = new Oracle<>(kind.fold());
    this.window = fresh(algorithm);
  }

  /** Tests windows that a factory makes, such as windows on pages. */
  public Contract<O> madeBy(BiFunction<Algorithm, Aggregation<O>, SlidingWindow<O>> factory) {
    this.factory = factory;
    this.window = fresh(algorithm);
    return this;
  }

  /**
   * If {@code yes}, queries after each operation, so that lazy algorithms compute something each
   * time.
   */
  public Contract<O> curious(boolean yes) {
    curious = yes;
    return this;
  }

  public SlidingWindow<O> window() {
    return window;
  }

  public Oracle<O> oracle() {
    return oracle;
  }

  public Probe probe() {
    return probe;
  }

  /** The algorithms that support this aggregation. */
  public List<Algorithm> others() {
    return Subjects.fitting(kind, invertible);
  }

  /** Whether the last operation had to be rejected, and was. */
  public boolean wasRefused() {
    return refused;
  }

  /** The contract of an empty window of another algorithm, with the same aggregation. */
  public Contract<O> another(Algorithm of) {
    return new Contract<>(of, kind, invertible);
  }

  public Contract<O> another() {
    return another(algorithm);
  }

  /** Restores the other window's snapshot. */
  public void restoreFrom(Contract<O> other) {
    window.restore(other.window.snapshot());
    oracle = other.oracle.copy();
  }

  /** Another window of the same aggregation. */
  public SlidingWindow<O> fresh(Algorithm of) {
    return factory.apply(of, aggregation);
  }

  /**
   * Performs a history and compares after each operation; at its end it compares everything. In a
   * history of thousands it compares after each {@value #FEW}th insert only.
   */
  public void run(List<Operation> operations) {
    int at = 0;
    try {
      for (; at < operations.size(); at++) {
        Operation operation = operations.get(at);
        if (operations.size() < 1_000 || at % FEW == 0 || operation.kind() != Kind.INSERT) {
          apply(operation);
        } else {
          perform(operation);
        }
      }
      compareAll();
    } catch (RuntimeException | AssertionError | StackOverflowError wrong) {
      String where = at < operations.size() ? operations.get(at).line() : "the final comparison";
      throw new AssertionError(
          this + " at operation " + (at + 1) + ", " + clip(where) + ": " + clip(wrong.toString()),
          wrong);
    }
  }

  private static String clip(String text) {
    return text.length() > 600 ? text.substring(0, 600) + " …" : text;
  }

  @Override
  public String toString() {
    return algorithm.name() + " with " + kind.name() + (invertible ? " (invertible)" : "");
  }

  /** Performs one operation on both, and compares. */
  public void apply(Operation operation) {
    perform(operation);
    compareBounds();
    if (curious) {
      same("query", oracle.query(), window.query());
    }
  }

  /** Performs one operation on the window and, if it succeeds, on the oracle. */
  public void perform(Operation operation) {
    refused = false;
    switch (operation.kind()) {
      case INSERT, BULK_INSERT -> insert(operation);
      case EVICT -> evict(operation.from());
      case BULK_EVICT -> {
        window.bulkEvict(operation.from());
        oracle.bulkEvict(operation.from());
      }
      case QUERY -> query();
      case RANGE_QUERY -> query(operation.from(), operation.to());
      case FOR_EACH -> forEach();
      case SNAPSHOT -> {
        SlidingWindow<O> restored = fresh(algorithm);
        restored.restore(window.snapshot());
        window = restored;
      }
      case MOVE -> {
        List<Algorithm> others = others();
        move(others.get((int) (operation.from() % others.size())));
      }
      case MERGE -> merge(operation);
      case CLEAR -> {
        window.clear();
        oracle.clear();
      }
    }
  }

  /** Inserts values: one alone, or a bulk in the middle of larger arrays. */
  public static void insert(SlidingWindow<?> window, Operation operation) {
    long[] times = operation.times();
    long[] values = operation.values();
    if (operation.kind() == Kind.INSERT) {
      switch (operation.type()) {
        case LONG -> window.insert(times[0], values[0]);
        case DOUBLE -> window.insert(times[0], (double) values[0]);
        case OBJECT -> window.insert(times[0], operation.boxed()[0]);
      }
      return;
    }
    int before = times.length % 3;
    int to = before + times.length;
    long[] padded = new long[to + 1];
    Arrays.fill(padded, 7);
    System.arraycopy(times, 0, padded, before, times.length);
    switch (operation.type()) {
      case LONG -> {
        long[] all = new long[to + 1];
        System.arraycopy(values, 0, all, before, values.length);
        window.bulkInsert(padded, all, before, to);
      }
      case DOUBLE -> {
        double[] all = new double[to + 1];
        Arrays.setAll(all, i -> i >= before && i < to ? values[i - before] : Double.NaN);
        window.bulkInsert(padded, all, before, to);
      }
      case OBJECT -> {
        Object[] all = new Object[to + 1];
        System.arraycopy(operation.boxed(), 0, all, before, values.length);
        window.bulkInsert(padded, all, before, to);
      }
    }
  }

  private void insert(Operation operation) {
    int first = operation.firstPresent();
    if (first < operation.count() && isTooOld(operation.times()[first])) {
      refused(() -> insert(window, operation), Trait.OUT_OF_ORDER);
      return;
    }
    insert(window, operation);
    oracle.insert(operation.times(), operation.values());
  }

  private boolean isTooOld(long time) {
    return !algorithm.is(Trait.OUT_OF_ORDER) && !oracle.isEmpty() && time < oracle.youngest();
  }

  private void evict(long time) {
    boolean there = oracle.holds(time);
    if (there && !algorithm.is(Trait.OUT_OF_ORDER) && time != oracle.oldest()) {
      refused(() -> window.evict(time), Trait.OUT_OF_ORDER);
      return;
    }
    boolean was = window.evict(time);
    oracle.evict(time);
    same("evict(" + time + ")", there, was);
  }

  private void query() {
    O expected = oracle.query();
    same("query", expected, window.query());
    same("query, asked again", expected, window.query());
    if (expected instanceof Long number) {
      same("queryLong", number, window.queryLong());
      same("queryDouble", number.doubleValue(), window.queryDouble());
    }
  }

  private void query(long from, long to) {
    if (!algorithm.is(Trait.RANGE_QUERY)) {
      refused(() -> window.query(from, to), Trait.RANGE_QUERY);
      refused(() -> window.ceiling(from), Trait.RANGE_QUERY);
      return;
    }
    same("query(" + from + ", " + to + ")", oracle.query(from, to), window.query(from, to));
    Long ceiling = oracle.ceiling(from);
    if (ceiling != null) {
      same("ceiling(" + from + ")", ceiling, window.ceiling(from));
    } else {
      throwing(NoSuchElementException.class, () -> window.ceiling(from));
    }
  }

  private void forEach() {
    if (!algorithm.is(Trait.KEEPS_ENTRIES)) {
      refused(() -> window.forEach((time, value) -> {}), Trait.KEEPS_ENTRIES);
      return;
    }
    same("forEach", oracle.answers(), entries(window));
  }

  /** The entries of a window; forEach must give them in order. */
  public static <O> TreeMap<Long, O> entries(SlidingWindow<O> window) {
    TreeMap<Long, O> entries = new TreeMap<>();
    window.forEach(
        (time, value) -> {
          if (!entries.isEmpty() && entries.lastKey() >= time) {
            throw new AssertionError("forEach: " + time + " comes after " + entries.lastKey());
          }
          entries.put(time, value);
        });
    return entries;
  }

  private void move(Algorithm target) {
    SlidingWindow<O> moved = fresh(target);
    byte[] snapshot = window.snapshot();
    if (!algorithm.is(Trait.KEEPS_ENTRIES) && !target.name().equals(algorithm.name())) {
      throwing(IllegalArgumentException.class, () -> moved.restore(snapshot));
      return;
    }
    moved.restore(snapshot);
    moved.checkInvariants();
    same("size, moved to " + target.name(), oracle.size(), moved.size());
    same("query, moved to " + target.name(), oracle.query(), moved.query());
    if (target.is(Trait.KEEPS_ENTRIES)) {
      SlidingWindow<O> back = fresh(algorithm);
      back.restore(moved.snapshot());
      window = back;
    }
  }

  private void merge(Operation operation) {
    List<Algorithm> sources = others().stream().filter(a -> a.is(Trait.KEEPS_ENTRIES)).toList();
    int choice = Arrays.hashCode(operation.times()) & 0xffff;
    SlidingWindow<O> other = fresh(sources.get(choice % sources.size()));
    insert(other, operation);
    TreeMap<Long, O> before = entries(other);
    if (!before.isEmpty() && isTooOld(before.firstKey())) {
      refused(() -> window.merge(other), Trait.OUT_OF_ORDER);
    } else {
      window.merge(other);
      oracle.insert(operation.times(), operation.values());
    }
    same("the merged window itself", before, entries(other));
  }

  /** Expects an exception that names an algorithm with this trait, and an unchanged window. */
  private void refused(Runnable action, Trait needed) {
    refused = true;
    String message = throwing(UnsupportedOperationException.class, action).getMessage();
    boolean helpful =
        Subjects.usual().stream()
            .anyMatch(a -> a.is(needed) && !a.equals(algorithm) && message.contains(a.name()));
    if (!helpful) {
      throw new AssertionError("the refusal names nothing that would fit: " + message);
    }
    same("query after a refusal", oracle.query(), window.query());
  }

  /** Runs an action that must throw. */
  public static <T extends Throwable> T throwing(Class<T> type, Runnable action) {
    try {
      action.run();
    } catch (Throwable thrown) {
      if (type.isInstance(thrown)) {
        return type.cast(thrown);
      }
      if (thrown instanceof Probe.Planted planted) {
        throw planted;
      }
      throw new AssertionError("expected " + type.getSimpleName() + ", not " + thrown, thrown);
    }
    throw new AssertionError("expected " + type.getSimpleName() + ", but nothing was thrown");
  }

  /** Compares size, oldest and youngest, and checks the numbered invariants. */
  public void compareBounds() {
    window.checkInvariants();
    same("size", oracle.size(), window.size());
    same("isEmpty", oracle.isEmpty(), window.isEmpty());
    if (oracle.isEmpty()) {
      throwing(NoSuchElementException.class, window::oldest);
      throwing(NoSuchElementException.class, window::youngest);
    } else {
      same("oldest", oracle.oldest(), window.oldest());
      same("youngest", oracle.youngest(), window.youngest());
    }
  }

  /** Compares everything, with range queries around the entries, and a restored snapshot. */
  public void compareAll() {
    compareAnswers();
    perform(Operation.of(Kind.SNAPSHOT));
    compareBounds();
    query();
    forEach();
  }

  /** Compares all results of the window itself. */
  public void compareAnswers() {
    compareBounds();
    query();
    if (algorithm.is(Trait.KEEPS_ENTRIES)) {
      forEach();
    }
    if (algorithm.is(Trait.RANGE_QUERY)) {
      query(Long.MIN_VALUE, Long.MAX_VALUE);
      if (!oracle.isEmpty()) {
        long oldest = oracle.oldest();
        long youngest = oracle.youngest();
        long middle = (oldest >> 1) + (youngest >> 1);
        query(oldest, middle);
        query(middle, youngest);
        query(youngest, oldest);
      }
    }
  }

  private static void same(String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(what + ": expected " + expected + ", answered " + actual);
    }
  }
}
