package dev.finestra.internal.window.slots;

import dev.finestra.aggregation.ObjectAggregation;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/** A chunked array of objects. */
public class ObjectChunks extends Chunks {
  private static final int WEIGHED = 256;

  private Object[][] chunks;

  public ObjectChunks(int shift, int maxShift) {
    super(shift, maxShift);
    chunks = new Object[1][1 << this.shift];
  }

  public Object[] chunk(int slot) {
    return chunks[(slot >>> shift) & tableMask];
  }

  final Object get(int slot) {
    return chunk(slot)[slot & mask];
  }

  final void set(int slot, Object state) {
    chunk(slot)[slot & mask] = state;
  }

  @Override
  protected void regrowChunk(int head, int tail, int oldMask) {
    Object[] old = chunks[0];
    chunks[0] = new Object[1 << shift];
    for (int s = head; s != tail; s = (s + 1) & Integer.MAX_VALUE) {
      chunks[0][s & mask] = old[s & oldMask];
    }
  }

  @Override
  protected void regrowTable(int first, int last, int oldMask) {
    chunks = regrown(chunks, new Object[tableMask + 1][], first, last, oldMask, Object[]::clone);
  }

  @Override
  public void ensure(int slot) {
    int c = (slot >>> shift) & tableMask;
    if (chunks[c] == null) {
      chunks[c] = new Object[1 << shift];
    }
  }

  @Override
  public void release(int slot) {
    if (tableMask > 0) {
      chunks[(slot >>> shift) & tableMask] = null;
    }
  }

  @Override
  public long bytes() {
    return Arrays.stream(chunks).filter(c -> c != null).count() * (16 + (4L << shift));
  }

  /**
   * About how many bytes of heap the chunks and their objects hold; estimated from a sample of
   * objects.
   */
  final <S> long bytes(ObjectAggregation<S, ?> f) {
    long used = objects().count();
    long step = used / WEIGHED | 1; // odd, because a node's number of places is even
    long[] seen = {0};
    @SuppressWarnings("unchecked")
    double mean =
        objects()
            .filter(o -> seen[0]++ % step == 0)
            .mapToLong(o -> f.bytes((S) o))
            .average()
            .orElse(0);
    return bytes() + (long) (mean * used);
  }

  private Stream<Object> objects() {
    return Arrays.stream(chunks)
        .filter(Objects::nonNull)
        .flatMap(Arrays::stream)
        .filter(Objects::nonNull);
  }
}
