package dev.finestra.internal.window.slots;

import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Cells of objects. */
final class ObjectCells<S, O> extends Cells<O> {
  private final ObjectAggregation<S, O> f;
  private final Object[] registers;
  private final ObjectChunks slots;

  static <S, O> Cells<O> make(ObjectAggregation<S, O> f, int registers, ObjectChunks slots) {
    return new ObjectCells<>(f, registers, slots);
  }

  private ObjectCells(ObjectAggregation<S, O> f, int registers, ObjectChunks slots) {
    this.f = f;
    this.registers = new Object[registers];
    this.slots = slots;
  }

  @Override
  public ObjectAggregation<S, O> aggregation() {
    return f;
  }

  @Override
  public Chunks chunks() {
    return slots;
  }

  @SuppressWarnings("unchecked")
  private S get(int slot) {
    return (S) (slot < 0 ? registers[~slot] : slots.get(slot));
  }

  @SuppressWarnings("unchecked")
  private S state(int slot) {
    return (S) slots.get(slot);
  }

  private void set(int slot, S state) {
    if (slot < 0) {
      registers[~slot] = state;
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
  public void add(int slot, Object value, boolean isOwn) {
    set(slot, f.add(own(slot, isOwn), value));
  }

  @Override
  public boolean makesFresh() {
    return f instanceof OwnedObjects;
  }

  @Override
  @SuppressWarnings("unchecked")
  public O lowerOwn(int slot) {
    return f instanceof OwnedObjects<?> owner
        ? (O) ((OwnedObjects<S>) owner).lowerOwn(get(slot))
        : lower(slot);
  }

  @Override
  public void combineInto(int slot, int newer, boolean isOwn) {
    set(slot, f.combineInto(own(slot, isOwn), get(newer)));
  }

  /** The slot's object, or an equal one that nothing else refers to. */
  private S own(int slot, boolean isOwn) {
    return isOwn ? get(slot) : f.combineInto(f.accumulator(), get(slot));
  }

  @Override
  public void identity(int to) {
    set(to, f.identity());
  }

  @Override
  public void copy(int to, int from) {
    set(to, get(from));
  }

  @Override
  public void copy(int to, int from, int count) {
    boolean up = to - from < 0;
    for (int i = 0; i < count; i++) {
      int k = up ? i : count - 1 - i;
      slots.set(to + k, slots.get(from + k));
    }
  }

  @Override
  public void copy(int to, Cells<O> other, int from, int count) {
    ObjectCells<S, O> that = that(other);
    if (count == 1) {
      set(to, that.get(from));
    } else {
      for (int i = 0; i < count; i++) {
        slots.set(to + i, that.slots.get(from + i));
      }
    }
  }

  @Override
  public void combine(int to, int older, int newer) {
    set(to, f.combine(get(older), get(newer)));
  }

  @Override
  public void combine(int to, int older, Cells<O> other, int newer) {
    set(to, f.combine(get(older), that(other).get(newer)));
  }

  @Override
  public void combine(int to, Cells<O> other, int older, int newer) {
    set(to, f.combine(that(other).get(older), get(newer)));
  }

  @Override
  public void pairs(int to, Cells<O> other, int from, int count) {
    ObjectCells<S, O> that = that(other);
    for (int i = 0; i < count; i++) {
      slots.set(to + i, f.combine(that.state(from + 2 * i), that.state(from + 2 * i + 1)));
    }
  }

  @SuppressWarnings("unchecked")
  private ObjectCells<S, O> that(Cells<O> other) {
    return (ObjectCells<S, O>) other;
  }

  @Override
  public void uncombine(int to, int total, int oldest) {
    set(to, f.uncombine(get(total), get(oldest)));
  }

  @Override
  public void fold(int to, int from, int count) {
    if (count == 0) {
      return;
    }
    S state = count == 1 ? get(to) : f.combineInto(f.accumulator(), get(to));
    for (int i = 0; i < count; i++) {
      state = count == 1 ? f.combine(state, state(from)) : f.combineInto(state, state(from + i));
    }
    set(to, state);
  }

  @Override
  public void zip(int to, int a, int b, int count) {
    if (count == 0) {
      return;
    }
    S state = f.combineInto(f.accumulator(), get(to));
    for (int i = 0; i < count; i++) {
      state = f.combineInto(f.combineInto(state, state(a + i)), state(b + i));
    }
    set(to, state);
  }

  @Override
  public void suffixes(int to, int from, int count) {
    S state = null;
    for (int i = count - 1; i >= 0; i--) {
      S older = state(from + i);
      state = i == count - 1 ? older : f.combine(older, state);
      slots.set(to + i, state);
    }
  }

  @Override
  public void prefixes(int slot, int count, int seed) {
    S state = get(seed);
    for (int i = 0; i < count; i++) {
      state = f.combine(state, state(slot + i));
      slots.set(slot + i, state);
    }
  }

  @Override
  public boolean holdsReferences() {
    return true;
  }

  @Override
  public void forget(int from, int count) {
    for (int i = 0; i < count; i++) {
      slots.set(from + i, null);
    }
  }

  @Override
  public long touch(int slot) {
    return slots.get(slot) == null ? 0 : 1;
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
    f.write(get(slot), out);
  }

  @Override
  public void read(int slot, DataInput in) throws IOException {
    set(slot, f.read(in));
  }

  @Override
  public long bytes() {
    return slots.bytes(f);
  }
}
