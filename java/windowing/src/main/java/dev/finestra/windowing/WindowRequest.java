package dev.finestra.windowing;

import static java.util.Comparator.reverseOrder;

import java.io.Serializable;
import java.util.List;

/**
 * The windows that a user asked for. Engines check it before they run it.
 *
 * @param kind the windows, or the longest of several
 * @param sizes names and sizes, if there are several windows
 * @param lateness how long after its end a window still accepts late rows
 * @param emit when results are emitted
 * @param algorithm the algorithm's name; for {@code auto}, the algorithm that it chose
 * @param ttl the time without rows after which a key's state is removed; 0 for never
 * @param rate for {@link Emit#CHANGES}: results have times that are multiples of this
 * @param start for {@link Emit#CHANGES}: no result is before this time, and a key with rows in its
 *     windows has one at this time, or at the next multiple of the rate
 */
public record WindowRequest(
    WindowKind kind,
    NamedSizes sizes,
    long lateness,
    Emit emit,
    String algorithm,
    long ttl,
    long rate,
    long start)
    implements Serializable {

  /** A request in which every change has a result. */
  public WindowRequest(
      WindowKind kind, NamedSizes sizes, long lateness, Emit emit, String algorithm, long ttl) {
    this(kind, sizes, lateness, emit, algorithm, ttl, 1, Long.MIN_VALUE);
  }

  /** The same windows, with {@link Emit#CHANGES}. */
  public WindowRequest emittingChanges(long rate, long start) {
    return new WindowRequest(kind, sizes, lateness, Emit.CHANGES, algorithm, ttl, rate, start);
  }

  /**
   * The parts that state depends on: a savepoint with an equal description is restored as it is.
   */
  public String described() {
    String changes = emit == Emit.CHANGES ? " emitting " + emission() : "";
    return windows() + changes + " by " + algorithm;
  }

  /** When results are emitted, as text; the last word is the rate of changes. */
  public String emission() {
    return emit == Emit.CHANGES ? "changes every " + rate : emit.name();
  }

  /** The kind and the sizes of the windows. */
  public String windows() {
    // Names, and with them the order of sizes, may change: state does not contain them.
    List<Long> longestFirst = sizes.sizes().stream().sorted(reverseOrder()).toList();
    return kind.described() + (sizes.areSeveral() ? " of sizes " + longestFirst : "");
  }

  /**
   * As {@link #windows}, without the sizes if these may change while a job keeps its state: those
   * of per-event windows. Not with corrections, which would retract results of other sizes.
   */
  public String family() {
    if (!(kind instanceof LastWindow) || emit == Emit.CORRECTIONS) {
      return windows();
    }
    return kind.isEventTime() ? "per-event windows" : "per-event windows in processing time";
  }

  /** The sizes of all windows; empty if they have none. */
  public List<Long> allSizes() {
    return sizes.areSeveral()
        ? sizes.sizes()
        : kind instanceof LastWindow last
            ? List.of(last.size())
            : kind instanceof SlidingTimeWindow sliding ? List.of(sliding.size()) : List.of();
  }
}
