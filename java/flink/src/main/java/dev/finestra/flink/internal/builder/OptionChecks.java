package dev.finestra.flink.internal.builder;

import static java.util.stream.Collectors.joining;

import dev.finestra.SlidingWindows;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.flink.internal.aggregate.ResultEmitter;
import dev.finestra.flink.internal.aggregate.RowEmitter;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.internal.columns.InArrivalOrder;
import java.util.Arrays;
import java.util.Locale;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.types.Row;

/** Rejects options that do not fit one another. */
public final class OptionChecks {
  private OptionChecks() {}

  /** Rejects an allowed lateness that is negative, or too large for 64-bit arithmetic. */
  public static void checkLateness(long lateness) {
    if (lateness < 0 || lateness > WindowKind.MOST_SPAN) {
      throw new IllegalArgumentException(
          "The allowed lateness is %s ms; it must be from 0 to %s"
              .formatted(lateness, WindowKind.MOST_SPAN));
    }
  }

  /** The emission of this name, in any case. */
  public static Emit emit(String name) {
    for (Emit emit : Emit.values()) {
      if (emit.name().equalsIgnoreCase(name)) {
        return emit;
      }
    }
    String known = Arrays.stream(Emit.values()).map(Emit::name).collect(joining(", "));
    throw new IllegalArgumentException(
        "emit is '" + name + "'; use one of " + known.toLowerCase(Locale.ROOT));
  }

  public static void check(
      WindowRequest request, boolean hasLateOutput, ResultEmitter<?, ?> result) {
    WindowKind kind = request.kind();
    if (!kind.isEventTime()) {
      String advice =
          ", but no row is late in "
              + kind.described()
              + "; leave it out, or use event-time windows";
      if (request.lateness() > 0) {
        throw new IllegalArgumentException(
            "The allowed lateness is " + request.lateness() + advice);
      }
      if (hasLateOutput) {
        throw new IllegalArgumentException("A side output for late rows is set" + advice);
      }
      if (request.emit() == Emit.CORRECTIONS) {
        throw new IllegalArgumentException("emit is CORRECTIONS" + advice);
      }
    }
    checkEmittedChanges(request, result);
    if (request.emit() == Emit.ON_EVENT && request.sizes().areSeveral() && kind.hasBounds()) {
      throw new IllegalArgumentException(
          "emit is ON_EVENT, but the newest windows of several sliding windows do not end at the"
              + " same time; use LastWindow, or ON_WATERMARK");
    }
    if (request.emit() == Emit.CORRECTIONS && !(result instanceof RowEmitter)) {
      throw new IllegalArgumentException(
          "emit is CORRECTIONS, which needs rows with a kind (+I, −U, +U), but a function's results"
              + " have none; aggregate by name, or use ON_WATERMARK");
    }
    if (request.emit() == Emit.CORRECTIONS && request.lateness() == 0) {
      throw new IllegalArgumentException(
          "emit is CORRECTIONS, but the allowed lateness is 0, so no late row is accepted; set"
              + " allowedLateness");
    }
  }

  private static void checkEmittedChanges(WindowRequest request, ResultEmitter<?, ?> result) {
    if (request.emit() != Emit.CHANGES) {
      if (request.rate() != 1) {
        throw new IllegalArgumentException(
            "rate is set, and emit is %s; use emit CHANGES, or leave rate out"
                .formatted(request.emit()));
      }
      return;
    }
    String wrong = null;
    if (!(request.kind() instanceof LastWindow)) {
      wrong =
          "emit is CHANGES, but is not supported by %s; use LastWindow, or ON_WATERMARK"
              .formatted(request.kind().described());
    } else if (!(result instanceof RowEmitter)) {
      wrong =
          "emit is CHANGES, which also emits results of windows without rows, but a function has"
              + " none; aggregate by name, or use ON_WATERMARK";
    } else if (request.ttl() > 0) {
      wrong =
          "emit is CHANGES, and stateTtl is set, which would remove rows without a result; leave"
              + " stateTtl out: a key without rows has no state";
    }
    if (wrong != null) {
      throw new IllegalArgumentException(wrong);
    }
  }

  /** Rejects {@code twoPhase()} where rows cannot be combined before the shuffle. */
  public static void checkTwoPhase(WindowRequest request, Aggregation<?> aggregation) {
    WindowKind kind = request.kind();
    if (!(kind instanceof SlidingTimeWindow) || !kind.isEventTime()) {
      throw new IllegalArgumentException(
          "twoPhase() is set, but is not supported by "
              + kind.described()
              + "; leave it out, or use sliding or tumbling windows in event time");
    }
    if (request.emit() != Emit.ON_WATERMARK) {
      throw new IllegalArgumentException(
          "twoPhase() is set, and emit is "
              + request.emit()
              + ", which needs each row; use ON_WATERMARK, or leave twoPhase() out");
    }
    if (request.ttl() > 0) {
      throw new IllegalArgumentException(
          "twoPhase() is set, and stateTtl, which could remove the state of a key whose rows are"
              + " being combined; leave stateTtl out: the state of event-time windows is removed"
              + " after their end");
    }
    if (!InArrivalOrder.sharesPanes(aggregation)) {
      throw new IllegalArgumentException(
          "twoPhase() is set, but "
              + aggregation.name()
              + " depends on the order of rows by time, which is lost when each task combines its"
              + " own rows; leave twoPhase() out");
    }
  }

  /**
   * Rejects {@code acceptChanges()} if a row could not be removed, or an emitted result could not
   * be retracted.
   */
  public static void checkAcceptedChanges(
      WindowRequest request, TypeInformation<?> elements, boolean isTwoPhase) {
    if (!Row.class.isAssignableFrom(elements.getTypeClass())) {
      throw new IllegalArgumentException(
          ("acceptChanges() is set, but the elements are %s, which have no kind (+I, −U, +U or −D);"
                  + " use rows, such as those of toChangelogStream, or leave acceptChanges() out")
              .formatted(elements));
    }
    if (!(request.kind() instanceof SlidingTimeWindow) || !request.kind().isEventTime()) {
      throw new IllegalArgumentException(
          ("acceptChanges() is set, but is not supported by %s; use sliding or tumbling windows in"
                  + " event time. On Flink 2, OVER … RANGE in SQL with FinestraSql.install also accepts"
                  + " changes")
              .formatted(request.kind().described()));
    }
    if (request.emit() == Emit.ON_EVENT) {
      throw new IllegalArgumentException(
          "acceptChanges() is set, and emit is ON_EVENT, whose results are never retracted; use"
              + " ON_WATERMARK, or CORRECTIONS with allowedLateness");
    }
    if (request.lateness() > 0 && request.emit() != Emit.CORRECTIONS) {
      throw new IllegalArgumentException(
          "acceptChanges() is set, and with allowedLateness a change can retract emitted results;"
              + " set emit(Emit.CORRECTIONS), or leave allowedLateness out");
    }
    if (request.ttl() > 0 || isTwoPhase) {
      throw new IllegalArgumentException(
          ("acceptChanges() is set, and %s, which would remove or combine rows that a later change may"
                  + " need; leave one of them out")
              .formatted(isTwoPhase ? "twoPhase()" : "stateTtl"));
    }
  }

  /** Rejects {@code failOnUnknownRow()} without {@code acceptChanges()}. */
  public static void checkNoChanges(boolean failOnUnknownRow) {
    if (failOnUnknownRow) {
      throw new IllegalArgumentException(
          "failOnUnknownRow() is set without acceptChanges(); call acceptChanges() too, or leave"
              + " failOnUnknownRow() out");
    }
  }

  /**
   * The name of the algorithm that a name means for an aggregation and windows of a kind. Count
   * windows insert and evict in order; all others need range queries over rows in any order.
   *
   * @throws IllegalArgumentException when the algorithm does not fit; the message names those that
   *     do
   */
  public static String algorithm(String name, Aggregation<?> aggregation, WindowKind kind) {
    WindowOptions use = WindowOptions.NONE.onPages().exact();
    if (!(kind instanceof CountWindow)) {
      use = use.outOfOrder().withRangeQueries();
    }
    return SlidingWindows.algorithm(name, aggregation, use).name();
  }
}
