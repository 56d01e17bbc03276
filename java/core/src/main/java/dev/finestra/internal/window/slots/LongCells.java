package dev.finestra.internal.window.slots;

import dev.finestra.aggregation.LongAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Cells of one 64-bit word. */
final class LongCells<O> extends CellsOfWords<O> {
  private final LongAggregation<O> f;

  /**
   * The registers that every algorithm has. They are fields because the JIT accesses these fastest.
   */
  private long in;

  private long out;
  private long a;
  private long b;
  private long c;

  /** The registers from FIRST on. */
  private final long[] more;

  static <O> Cells<O> make(LongAggregation<O> f, int registers, LongChunks slots) {
    return new LongCells<>(f, registers, slots);
  }

  private LongCells(LongAggregation<O> f, int registers, LongChunks slots) {
    super(slots);
    this.f = f;
    this.more = new long[registers + FIRST + 1];
  }

  @Override
  public LongAggregation<O> aggregation() {
    return f;
  }

  private long get(int slot) {
    return slot < 0 ? register(slot) : slots.get(slot);
  }

  private long register(int slot) {
    return switch (slot) {
      case IN -> in;
      case OUT -> out;
      case A -> a;
      case B -> b;
      case C -> c;
      default -> more[FIRST - slot];
    };
  }

  private void setRegister(int slot, long state) {
    switch (slot) {
      case IN -> in = state;
      case OUT -> out = state;
      case A -> a = state;
      case B -> b = state;
      case C -> c = state;
      default -> more[FIRST - slot] = state;
    }
  }

  private void set(int slot, long state) {
    if (slot < 0) {
      setRegister(slot, state);
    } else {
      slots.set(slot, state);
    }
  }

  @Override
  public void lift(int to, long value) {
    set(to, f.lift(value));
  }

  @Override
  public void lift(int to, double value) {
    set(to, f.lift(value));
  }

  @Override
  public void lift(int to, Object value) {
    set(to, f.lift(value));
  }

  @Override
  public void lift(int to, long[] values, int from, int count) {
    for (int n; count > 0; count -= n, to += n, from += n) {
      n = slots.run(to, count);
      long[] chunk = slots.chunk(to);
      int t = slots.at(to);
      for (int i = 0; i < n; i++) {
        chunk[t + i] = f.lift(values[from + i]);
      }
    }
  }

  @Override
  public void lift(int to, double[] values, int from, int count) {
    for (int n; count > 0; count -= n, to += n, from += n) {
      n = slots.run(to, count);
      long[] chunk = slots.chunk(to);
      int t = slots.at(to);
      for (int i = 0; i < n; i++) {
        chunk[t + i] = f.lift(values[from + i]);
      }
    }
  }

  @Override
  public void add(int slot, Object value, boolean isOwn) {
    set(slot, f.combine(get(slot), f.lift(value)));
  }

  @Override
  public void identity(int to) {
    set(to, f.identity());
  }

  @Override
  public void gather(int to, int newer, boolean first) {
    set(to, first ? get(newer) : f.combine(get(to), get(newer)));
  }

  @Override
  public void copy(int to, int from) {
    set(to, get(from));
  }

  @Override
  public void copy(int to, Cells<O> other, int from, int count) {
    LongCells<O> that = (LongCells<O>) other;
    if (count == 1) {
      set(to, that.get(from));
    } else {
      slots.copy(to, that.slots, from, count);
    }
  }

  @Override
  public void combine(int to, int older, int newer) {
    set(to, f.combine(get(older), get(newer)));
  }

  @Override
  public void combine(int to, int older, Cells<O> other, int newer) {
    set(to, f.combine(get(older), ((LongCells<O>) other).get(newer)));
  }

  @Override
  public void combine(int to, Cells<O> other, int older, int newer) {
    set(to, f.combine(((LongCells<O>) other).get(older), get(newer)));
  }

  @Override
  public void pairs(int to, Cells<O> other, int from, int count) {
    LongChunks that = ((LongCells<O>) other).slots;
    for (int n; count > 0; count -= n, to += n, from += 2 * n) {
      n = slots.run(to, that.run(from, 2 * count) / 2);
      long[] source = that.chunk(from);
      long[] target = slots.chunk(to);
      int s = that.at(from);
      int t = slots.at(to);
      for (int i = 0; i < n; i++) {
        target[t + i] = f.combine(source[s + 2 * i], source[s + 2 * i + 1]);
      }
    }
  }

  @Override
  public void uncombine(int to, int total, int oldest) {
    set(to, f.uncombine(get(total), get(oldest)));
  }

  @Override
  public void fold(int to, int from, int count) {
    long state = get(to);
    for (int n; count > 0; count -= n, from += n) {
      n = slots.run(from, count);
      long[] chunk = slots.chunk(from);
      int at = slots.at(from);
      for (int i = at; i < at + n; i++) {
        state = f.combine(state, chunk[i]);
      }
    }
    set(to, state);
  }

  @Override
  public void zip(int to, int a, int b, int count) {
    long state = get(to);
    long[] as = slots.chunk(a);
    long[] bs = slots.chunk(b);
    int i = slots.at(a);
    int j = slots.at(b);
    for (int k = 0; k < count; k++) {
      state = f.combine(f.combine(state, as[i + k]), bs[j + k]);
    }
    set(to, state);
  }

  @Override
  public void suffixes(int to, int from, int count) {
    if (count == 0) {
      return;
    }
    long state = slots.get(from + --count);
    slots.set(to + count, state);
    while (count > 0) {
      int n =
          Math.min(
              count,
              Math.min(((to + count - 1) & slots.mask) + 1, ((from + count - 1) & slots.mask) + 1));
      count -= n;
      long[] source = slots.chunk(from + count);
      long[] target = slots.chunk(to + count);
      int s = slots.at(from + count);
      int t = slots.at(to + count);
      for (int i = n - 1; i >= 0; i--) {
        state = f.combine(source[s + i], state);
        target[t + i] = state;
      }
    }
  }

  @Override
  public void prefixes(int slot, int count, int seed) {
    long state = get(seed);
    for (int n; count > 0; count -= n, slot += n) {
      n = slots.run(slot, count);
      long[] chunk = slots.chunk(slot);
      int first = slots.at(slot);
      for (int i = first; i < first + n; i++) {
        state = f.combine(state, chunk[i]);
        chunk[i] = state;
      }
    }
  }

  @Override
  public O lower(int slot) {
    return f.lower(get(slot));
  }

  @Override
  public long lowerLong(int slot) {
    return f.lowerLong(get(slot));
  }

  @Override
  public double lowerDouble(int slot) {
    return f.lowerDouble(get(slot));
  }

  @Override
  public void write(int slot, DataOutput out) throws IOException {
    out.writeLong(get(slot));
  }

  @Override
  public void read(int slot, DataInput in) throws IOException {
    set(slot, in.readLong());
  }

  @Override
  public long bytes() {
    return slots.bytes() + 8L * (5 + more.length);
  }

  private long get(SlotCursor cursor, int slot) {
    long[] chunk = chunk(cursor);
    return chunk[slot & (chunk.length - 1)];
  }

  private void set(SlotCursor cursor, int slot, long state) {
    long[] chunk = chunk(cursor);
    chunk[slot & (chunk.length - 1)] = state;
  }

  @Override
  public void put(SlotCursor cursor, int slot, int register) {
    set(cursor, slot, register(register));
  }

  @Override
  public void take(int register, SlotCursor cursor, int slot) {
    setRegister(register, get(cursor, slot));
  }

  @Override
  public void extend(SlotCursor cursor, int slot, int register) {
    set(cursor, slot, f.combine(get(cursor, slot), register(register)));
  }

  @Override
  public void prepend(SlotCursor cursor, int slot, int register) {
    setRegister(register, f.combine(get(cursor, slot), register(register)));
  }

  @Override
  public void uncombine(int total, SlotCursor cursor, int slot) {
    setRegister(total, f.uncombine(register(total), get(cursor, slot)));
  }

  @Override
  public void join(int answer, SlotCursor cursor, int slot, int rest, boolean last) {
    long state = get(cursor, slot);
    setRegister(answer, last ? state : f.combine(state, register(rest)));
  }
}
