package dev.finestra.internal.window.slots;

import dev.finestra.aggregation.WordsAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Cells of a fixed number of words. */
final class WordsCells<O> extends CellsOfWords<O> {
  private static final int FEW = 4;

  private final WordsAggregation<O> f;
  private final int words;
  private final long[] registers;

  static <O> Cells<O> make(WordsAggregation<O> f, int registers, LongChunks slots) {
    return new WordsCells<>(f, registers, slots);
  }

  private WordsCells(WordsAggregation<O> f, int registers, LongChunks slots) {
    super(slots);
    this.f = f;
    this.words = f.words();
    this.registers = new long[registers * words];
  }

  @Override
  public WordsAggregation<O> aggregation() {
    return f;
  }

  private long[] array(int slot) {
    return slot < 0 ? registers : slots.chunk(slot);
  }

  private int at(int slot) {
    return slot < 0 ? ~slot * words : slots.at(slot);
  }

  @Override
  public void lift(int to, long value) {
    f.lift(value, array(to), at(to));
  }

  @Override
  public void lift(int to, double value) {
    f.lift(value, array(to), at(to));
  }

  @Override
  public void lift(int to, Object value) {
    f.lift(value, array(to), at(to));
  }

  @Override
  public void lift(int to, long[] values, int from, int count) {
    for (int n; count > 0; count -= n, to += n, from += n) {
      n = slots.run(to, count);
      long[] chunk = slots.chunk(to);
      int t = slots.at(to);
      for (int i = 0; i < n; i++) {
        f.lift(values[from + i], chunk, t + i * words);
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
        f.lift(values[from + i], chunk, t + i * words);
      }
    }
  }

  @Override
  public void add(int slot, Object value, boolean isOwn) {
    f.add(value, array(slot), at(slot));
  }

  @Override
  public void identity(int to) {
    f.identity(array(to), at(to));
  }

  /** Copies one aggregate in a loop; for a few words, a call of arraycopy would cost more. */
  private void move(long[] from, int f, long[] to, int t) {
    if (words > FEW) {
      System.arraycopy(from, f, to, t, words);
      return;
    }
    to[t] = from[f];
    if (words > 1) {
      to[t + 1] = from[f + 1];
    }
    if (words > 2) {
      to[t + 2] = from[f + 2];
    }
    if (words > 3) {
      to[t + 3] = from[f + 3];
    }
  }

  @Override
  public void copy(int to, int from) {
    move(array(from), at(from), array(to), at(to));
  }

  @Override
  public void copy(int to, Cells<O> other, int from, int count) {
    WordsCells<O> that = (WordsCells<O>) other;
    if (count == 1) {
      move(that.array(from), that.at(from), array(to), at(to));
    } else {
      slots.copy(to, that.slots, from, count);
    }
  }

  @Override
  public void combine(int to, int older, int newer) {
    f.combine(array(older), at(older), array(newer), at(newer), array(to), at(to));
  }

  @Override
  public void combine(int to, int older, Cells<O> other, int newer) {
    WordsCells<O> that = (WordsCells<O>) other;
    f.combine(array(older), at(older), that.array(newer), that.at(newer), array(to), at(to));
  }

  @Override
  public void combine(int to, Cells<O> other, int older, int newer) {
    WordsCells<O> that = (WordsCells<O>) other;
    f.combine(that.array(older), that.at(older), array(newer), at(newer), array(to), at(to));
  }

  @Override
  public void pairs(int to, Cells<O> other, int from, int count) {
    LongChunks that = ((WordsCells<O>) other).slots;
    for (int i = 0; i < count; i++, from += 2) {
      long[] source = that.chunk(from);
      f.combine(
          source, that.at(from), source, that.at(from + 1), slots.chunk(to + i), slots.at(to + i));
    }
  }

  @Override
  public void uncombine(int to, int total, int oldest) {
    f.uncombine(array(total), at(total), array(oldest), at(oldest), array(to), at(to));
  }

  @Override
  public void fold(int to, int from, int count) {
    long[] target = array(to);
    int t = at(to);
    for (int n; count > 0; count -= n, from += n) {
      n = slots.run(from, count);
      long[] chunk = slots.chunk(from);
      f.fold(chunk, slots.at(from), n, target, t);
    }
  }

  @Override
  public void zip(int to, int a, int b, int count) {
    long[] target = array(to);
    int t = at(to);
    for (int i = 0; i < count; i++) {
      f.combine(target, t, slots.chunk(a + i), slots.at(a + i), target, t);
      f.combine(target, t, slots.chunk(b + i), slots.at(b + i), target, t);
    }
  }

  @Override
  public void suffixes(int to, int from, int count) {
    if (count == 0) {
      return;
    }
    int done = --count;
    slots.copy(to + count, from + count, 1);
    while (count > 0) {
      int mask = slots.mask;
      int n = Math.min(count, Math.min((to + count - 1) & mask, (from + count - 1) & mask) + 1);
      count -= n;
      f.suffixes(
          slots.chunk(from + count),
          slots.at(from + count),
          n,
          slots.chunk(to + done),
          slots.at(to + done),
          slots.chunk(to + count),
          slots.at(to + count));
      done = count;
    }
  }

  @Override
  public void prefixes(int slot, int count, int seed) {
    long[] state = array(seed);
    int s = at(seed);
    for (int i = 0; i < count; i++) {
      long[] target = slots.chunk(slot + i);
      int t = slots.at(slot + i);
      f.combine(state, s, target, t, target, t);
      state = target;
      s = t;
    }
  }

  @Override
  public O lower(int slot) {
    return f.lower(array(slot), at(slot));
  }

  @Override
  public long lowerLong(int slot) {
    return f.lowerLong(array(slot), at(slot));
  }

  @Override
  public double lowerDouble(int slot) {
    return f.lowerDouble(array(slot), at(slot));
  }

  @Override
  public void write(int slot, DataOutput out) throws IOException {
    for (int i = 0; i < words; i++) {
      out.writeLong(array(slot)[at(slot) + i]);
    }
  }

  @Override
  public void read(int slot, DataInput in) throws IOException {
    for (int i = 0; i < words; i++) {
      array(slot)[at(slot) + i] = in.readLong();
    }
  }

  @Override
  public long bytes() {
    return slots.bytes() + 8L * registers.length;
  }

  @Override
  public void put(SlotCursor cursor, int slot, int register) {
    move(registers, at(register), chunk(cursor), slots.at(slot));
  }

  @Override
  public void take(int register, SlotCursor cursor, int slot) {
    move(chunk(cursor), slots.at(slot), registers, at(register));
  }

  @Override
  public void extend(SlotCursor cursor, int slot, int register) {
    long[] chunk = chunk(cursor);
    int place = slots.at(slot);
    f.combine(chunk, place, registers, at(register), chunk, place);
  }

  @Override
  public void prepend(SlotCursor cursor, int slot, int register) {
    int at = at(register);
    f.combine(chunk(cursor), slots.at(slot), registers, at, registers, at);
  }

  @Override
  public void uncombine(int total, SlotCursor cursor, int slot) {
    int at = at(total);
    f.uncombine(registers, at, chunk(cursor), slots.at(slot), registers, at);
  }

  @Override
  public void join(int answer, SlotCursor cursor, int slot, int rest, boolean last) {
    if (last) {
      take(answer, cursor, slot);
    } else {
      int place = slots.at(slot);
      f.combine(chunk(cursor), place, registers, at(rest), registers, at(answer));
    }
  }
}
