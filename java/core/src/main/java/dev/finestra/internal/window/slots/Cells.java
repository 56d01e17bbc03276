package dev.finestra.internal.window.slots;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.WordsAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An array of partial results addressed by slot (see {@link Chunks}), with the monoid's operations
 * on slots.
 *
 * <p>Every algorithm is written once, over slots; the three kinds of cells hold one word, several
 * words, or an object in a slot. Negative slots are registers: they always exist, for intermediate
 * results. The target of an operation may be one of its operands. The older operand is the left
 * one.
 *
 * <p>Operations on {@code count} slots use successive slots, which may be in several chunks.
 */
public abstract class Cells<O> {
  /** The register for a lifted value before it is inserted. */
  public static final int IN = -1;

  /** The register for the answer of a query. */
  public static final int OUT = -2;

  /** Registers for an algorithm's own use. */
  public static final int A = -3;

  public static final int B = -4;
  public static final int C = -5;

  /** The first of the registers that an algorithm asked for; the others are below it. */
  public static final int FIRST = -6;

  /**
   * Cells with this many registers from {@link #FIRST} on, and one chunk of 2^shift slots.
   *
   * <p>Each kind is made in a method of its own. So a copy of this package loads only the kind that
   * it uses, and the JIT calls that without a type check.
   */
  public static <O> Cells<O> of(Aggregation<O> aggregation, int registers, int shift) {
    return of(aggregation, registers, shift, Storage.MEMORY, false);
  }

  /** Cells whose slots are the first or the second array of partial results of a storage. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static <O> Cells<O> of(
      Aggregation<O> aggregation, int registers, int shift, Storage storage, boolean isSecond) {
    int all = registers - FIRST - 1;
    if (aggregation instanceof LongAggregation<O> f) {
      return LongCells.make(f, all, storage.words(shift, maxShift(1), 1, isSecond));
    }
    if (aggregation instanceof WordsAggregation<O> f) {
      return WordsCells.make(
          f, all, storage.words(shift, maxShift(f.words()), f.words(), isSecond));
    }
    return ObjectCells.make(
        (ObjectAggregation) aggregation, all, storage.objects(shift, maxShift(1), isSecond));
  }

  /** Fresh cells of the same aggregation, in memory. */
  public final Cells<O> fresh(int registers, int shift) {
    return of(aggregation(), registers, shift);
  }

  public abstract Aggregation<O> aggregation();

  /** The chunked array of the slots: its shift and capacity, growing and releasing. */
  public abstract Chunks chunks();

  public abstract void lift(int to, long value);

  public abstract void lift(int to, double value);

  public abstract void lift(int to, Object value);

  /** Lifts values[from .. from + count) into slots. */
  public void lift(int to, long[] values, int from, int count) {
    for (int i = 0; i < count; i++) {
      lift(to + i, values[from + i]);
    }
  }

  /** Lifts values[from .. from + count) into slots. */
  public void lift(int to, double[] values, int from, int count) {
    for (int i = 0; i < count; i++) {
      lift(to + i, values[from + i]);
    }
  }

  /** slot = slot ⊗ the lifted value, in place as {@link #combineInto}. */
  public abstract void add(int slot, Object value, boolean isOwn);

  /**
   * slot = slot ⊗ newer. If partial results are objects, the slot's object is changed in place, or
   * first replaced by one that may be.
   *
   * @param isOwn whether nothing else refers to the slot's object: {@code add} or {@code
   *     combineInto} made it, or a lift or a read if {@link #makesFresh}, and no copy of the slot
   *     has been kept since
   */
  public void combineInto(int slot, int newer, boolean isOwn) {
    combine(slot, slot, newer);
  }

  /** Whether partial results are objects, and nothing else refers to one that was just lifted. */
  public boolean makesFresh() {
    return false;
  }

  /** As {@link #lower}, for a slot that is {@code isOwn} and is not used again. It may change. */
  public O lowerOwn(int slot) {
    return lower(slot);
  }

  public abstract void identity(int to);

  public abstract void copy(int to, int from);

  // Operations at a cursor. A register is a negative slot of these cells.

  /** Moves a cursor to a slot's chunk, which it keeps until the chunk is replaced or released. */
  public void reach(SlotCursor cursor, int slot) {}

  /** slot = register. */
  public void put(SlotCursor cursor, int slot, int register) {
    copy(slot, register);
  }

  /** register = slot. */
  public void take(int register, SlotCursor cursor, int slot) {
    copy(register, slot);
  }

  /** slot = slot ⊗ register. */
  public void extend(SlotCursor cursor, int slot, int register) {
    combine(slot, slot, register);
  }

  /** register = slot ⊗ register. */
  public void prepend(SlotCursor cursor, int slot, int register) {
    combine(register, slot, register);
  }

  /** total = total without its oldest part, a slot. */
  public void uncombine(int total, SlotCursor cursor, int slot) {
    uncombine(total, total, slot);
  }

  /**
   * answer = slot if {@code last}, otherwise slot ⊗ rest. This is one operation because a call for
   * the rare case would make the JIT reload everything that it has in registers.
   */
  public void join(int answer, SlotCursor cursor, int slot, int rest, boolean last) {
    if (last) {
      copy(answer, slot);
    } else {
      combine(answer, slot, rest);
    }
  }

  /**
   * to = newer if {@code first}, otherwise to ⊗ newer; one operation for the same reason as {@link
   * #join}.
   */
  public void gather(int to, int newer, boolean first) {
    if (first) {
      copy(to, newer);
    } else {
      combine(to, to, newer);
    }
  }

  /** Copies slots that may overlap their target, as if through a buffer. */
  public abstract void copy(int to, int from, int count);

  /** Copies from other cells of the same aggregation. */
  public abstract void copy(int to, Cells<O> other, int from, int count);

  /** to = older ⊗ newer. */
  public abstract void combine(int to, int older, int newer);

  /** to = older ⊗ newer, which is a slot of other cells of the same aggregation. */
  public abstract void combine(int to, int older, Cells<O> other, int newer);

  /** to = older, which is a slot of other cells of the same aggregation, ⊗ newer. */
  public abstract void combine(int to, Cells<O> other, int older, int newer);

  /**
   * to[i] = from[2i] ⊗ from[2i + 1] for each i in [0, count), where from is an even slot of other
   * cells of the same aggregation: a level of a binary tree from the one below it.
   */
  public abstract void pairs(int to, Cells<O> other, int from, int count);

  /** to = total without its oldest part, for aggregations with an inverse. */
  public abstract void uncombine(int to, int total, int oldest);

  /** to = to ⊗ from[0] ⊗ … ⊗ from[count − 1]. */
  public abstract void fold(int to, int from, int count);

  /**
   * to = to ⊗ a[0] ⊗ b[0] ⊗ a[1] ⊗ b[1] ⊗ … ⊗ a[count − 1] ⊗ b[count − 1]: the children and the
   * values of a tree's node by turns.
   */
  public abstract void zip(int to, int a, int b, int count);

  /** to[i] = from[i] ⊗ … ⊗ from[count − 1] for each i; to may be from. */
  public abstract void suffixes(int to, int from, int count);

  /** slot[i] = seed ⊗ slot[0] ⊗ … ⊗ slot[i] for each i in [0, count); seed is not among them. */
  public abstract void prefixes(int slot, int count, int seed);

  /** Whether slots refer to objects, so that {@link #forget} frees memory. */
  public boolean holdsReferences() {
    return false;
  }

  /** Clears slots that refer to objects, so that the garbage collector can free these. */
  public abstract void forget(int from, int count);

  /**
   * Reads a slot that will be needed soon, to bring it into the cache; the result means nothing.
   */
  public abstract long touch(int slot);

  public abstract O lower(int slot);

  public abstract long lowerLong(int slot);

  public abstract double lowerDouble(int slot);

  public abstract void write(int slot, DataOutput out) throws IOException;

  public abstract void read(int slot, DataInput in) throws IOException;

  /** About how many bytes of heap are held. */
  public abstract long bytes();

  /**
   * The largest shift of a chunk: at most 2^15 words, but at least the 2^7 slots of the widest tree
   * node.
   */
  static int maxShift(int words) {
    return Math.max(7, Chunks.WORD_BITS - (32 - Integer.numberOfLeadingZeros(words - 1)));
  }
}
