package dev.finestra.testing;

import dev.finestra.testing.History.Profile;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Operation.ValueForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Makes random histories; the same seed makes the same history.
 *
 * <p>Any history may be run on any window: the contract expects an in-order algorithm to reject
 * late entries. {@code inOrder} makes late entries rare, so that the window of an in-order
 * algorithm holds some entries.
 */
public final class Histories {
  private static final ValueForm[] FORMS = ValueForm.values();

  private final SplittableRandom random;
  private final Profile profile;
  private final boolean inOrder;
  private final Size size;
  private final TreeSet<Long> held = new TreeSet<>();
  private final List<Operation> operations = new ArrayList<>();

  private long now;
  private final long step;
  private final long distance;
  private final long width;
  private final long[] few;
  private boolean draining;

  /** The length of a history and of its bulks. */
  public enum Size {
    /** Windows of around a dozen entries. */
    FEW(100, 5),
    SMALL(30, 12),
    MEDIUM(250, 120),
    LARGE(24, 10_000);

    final int operations;
    final int bulk;

    Size(int operations, int bulk) {
      this.operations = operations;
      this.bulk = bulk;
    }
  }

  private Histories(long seed, boolean inOrder, Size size) {
    this.random = new SplittableRandom(seed);
    this.inOrder = inOrder;
    this.size = size;
    this.profile = Profile.values()[random.nextInt(Profile.values().length)];
    this.step = random.nextInt(4) == 0 ? 1_000 : 3;
    this.distance = 1 + random.nextInt(2 * size.bulk) * step / 2;
    this.width = 1 + random.nextInt(4 * size.bulk) * step / 2;
    this.few = random.longs(2 + random.nextInt(4), 0, 100).sorted().toArray();
    this.now = profile == Profile.EXTREME_TIMES ? Long.MIN_VALUE : random.nextInt(100);
  }

  /** Mostly small histories, some large ones. */
  public static History of(long seed, boolean inOrder) {
    int choice = new SplittableRandom(~seed).nextInt(1_000);
    return of(seed, inOrder, choice < 2 ? Size.LARGE : choice < 20 ? Size.MEDIUM : Size.SMALL);
  }

  public static History of(long seed, boolean inOrder, Size size) {
    return new Histories(seed, inOrder, size).make();
  }

  private History make() {
    int count = 1 + random.nextInt(size.operations);
    for (int i = 0; i < count; i++) {
      step();
    }
    return new History(profile, operations);
  }

  private void step() {
    int choice = random.nextInt(100);
    if (draining && choice < 60) {
      evict();
      draining = !held.isEmpty();
      return;
    }
    if (choice < 30) {
      long time = time();
      add(Operation.insert(time, value(), FORMS[random.nextInt(2)]), time);
    } else if (choice < 33) {
      long time = time();
      add(Operation.insert(time, valueOrNull(), ValueForm.OBJECT), time);
    } else if (choice < 50) {
      bulk(Kind.BULK_INSERT);
    } else if (choice < 70) {
      evict();
    } else if (choice < 80) {
      add(Operation.of(Kind.QUERY));
    } else if (choice < 86) {
      add(Operation.range(any(), any()));
    } else if (choice < 88) {
      add(Operation.of(Kind.FOR_EACH));
    } else if (choice < 91) {
      add(Operation.of(Kind.SNAPSHOT));
    } else if (choice < 93) {
      add(Operation.at(Kind.MOVE, random.nextInt(1_000)));
    } else if (choice < 95) {
      bulk(Kind.MERGE);
    } else if (choice < 96) {
      held.clear();
      add(Operation.of(Kind.CLEAR));
    } else if (profile == Profile.FILL_AND_DRAIN) {
      draining = true;
    }
    if (profile == Profile.SLIDING && !held.isEmpty() && held.first() < now - width) {
      bulkEvict(now - width);
    }
  }

  private void add(Operation operation, long... times) {
    operations.add(operation);
    for (long time : times) {
      held.add(time);
    }
  }

  private long value() {
    return random.nextInt(1_000);
  }

  private long valueOrNull() {
    return random.nextInt(4) == 0 ? Operation.NULL : value();
  }

  private void bulk(Kind kind) {
    ValueForm type = FORMS[random.nextInt(FORMS.length)];
    int count = random.nextInt(8) == 0 ? random.nextInt(3) : random.nextInt(size.bulk + 1);
    long[] times = times(count);
    long[] values = new long[count];
    Arrays.setAll(values, i -> type == ValueForm.OBJECT ? valueOrNull() : value());
    if (kind == Kind.BULK_INSERT && size == Size.LARGE && random.nextInt(4) == 0) {
      for (int i = 0; i < count; i++) {
        add(Operation.insert(times[i], values[i], type), times[i]);
      }
    } else {
      add(Operation.with(kind, times, values, type), times);
    }
  }

  /** Sorted times: distributed like single ones, or dense around one place. */
  private long[] times(int count) {
    long[] times = new long[count];
    long place = time();
    boolean dense = random.nextBoolean();
    for (int i = 0; i < count; i++) {
      times[i] = dense ? later(place, random.nextInt(count)) : time();
    }
    Arrays.sort(times);
    return times;
  }

  /** The time of the next insert. */
  private long time() {
    boolean forward = inOrder && random.nextInt(50) > 0;
    return switch (profile) {
      case IN_ORDER, SLIDING, FILL_AND_DRAIN -> now = later(now, random.nextLong(step));
      case SLIGHTLY_OUT_OF_ORDER -> {
        now = later(now, random.nextLong(step));
        yield forward || random.nextInt(3) > 0 ? now : now - random.nextLong(distance);
      }
      case WILD ->
          forward ? (now = later(now, random.nextLong(step))) : random.nextLong(4L * size.bulk);
      case FEW_TIMES -> forward ? now = fewForward() : few[random.nextInt(few.length)];
      case EXTREME_TIMES -> forward ? now = extremeForward() : extreme();
    };
  }

  private long fewForward() {
    long next = few[random.nextInt(few.length)];
    return held.isEmpty() ? next : Math.max(next, held.last());
  }

  private long extreme() {
    long near = random.nextInt(8);
    return switch (random.nextInt(3)) {
      case 0 -> Long.MIN_VALUE + near;
      case 1 -> near - 4;
      default -> Long.MAX_VALUE - near;
    };
  }

  private long extremeForward() {
    long next = extreme();
    return held.isEmpty() ? next : Math.max(next, held.last());
  }

  private static long later(long time, long by) {
    return time > Long.MAX_VALUE - by ? Long.MAX_VALUE : time + by;
  }

  /** A time to evict or to query: one of an entry, next to one, or anywhere. */
  private long any() {
    if (held.isEmpty() || random.nextInt(8) == 0) {
      return profile == Profile.EXTREME_TIMES ? extreme() : random.nextLong(4L * size.bulk);
    }
    long span = held.last() - held.first();
    long near = span > 0 ? held.first() + random.nextLong(span) : held.first();
    Long time = held.ceiling(near);
    long found = time == null ? held.last() : time;
    return random.nextInt(3) > 0 ? found : found - 1 + random.nextInt(3);
  }

  private void evict() {
    if (random.nextBoolean()) {
      bulkEvict(any());
      return;
    }
    long time = any();
    if (!held.isEmpty() && (inOrder ? random.nextInt(8) > 0 : random.nextInt(3) == 0)) {
      time = inOrder || random.nextBoolean() ? held.first() : held.last();
    }
    held.remove(time);
    add(Operation.at(Kind.EVICT, time));
  }

  private void bulkEvict(long time) {
    held.headSet(time, true).clear();
    add(Operation.at(Kind.BULK_EVICT, time));
  }
}
