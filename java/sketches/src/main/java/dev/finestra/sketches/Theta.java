package dev.finestra.sketches;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.CompactSketch;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Union;

/**
 * {@code theta(lgk)}: how many different values, exactly up to 2^lgk of them, and beyond by a theta
 * sketch. The relative error is about 1 / 2^(lgk / 2): 0.8 % at lgk = 14.
 */
final class Theta extends SketchAggregation<Union, Long> {
  static final int USUAL = 14;
  static final int LEAST = 4;
  static final int MOST = 20;

  private final int lgK;

  Theta(ValueType input, int lgK) {
    super("theta(" + lgK + ")", input, true, EnumSet.of(Property.COMMUTATIVE, Property.FIXED_SIZE));
    this.lgK = lgK;
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  Union fresh() {
    return SetOperation.builder().setNominalEntries(1 << lgK).buildUnion();
  }

  @Override
  void update(Union sketch, Object value) {
    if (hashed(value) instanceof Long key) {
      sketch.update((long) key);
    } else {
      sketch.update((char[]) hashed(value));
    }
  }

  @Override
  void merge(Union to, Union from) {
    to.union(from.getResult(false, null));
  }

  @Override
  Long answer(Union sketch) {
    return Math.round(sketch.getResult(false, null).getEstimate());
  }

  @Override
  byte[] bytesOf(Union sketch) {
    return sketch.getResult(true, null).toByteArray();
  }

  @Override
  Union sketchOf(byte[] bytes) throws IOException {
    CompactSketch read = CompactSketch.heapify(Memory.wrap(bytes));
    if (read.getRetainedEntries(true) > 1 << lgK) {
      throw new IOException("a sketch holds more than 2^" + lgK + " entries");
    }
    Union union = fresh();
    union.union(read);
    return union;
  }

  @Override
  int mostBytes() {
    return 24 + (8 << lgK);
  }

  @Override
  long size(Union sketch) {
    return sketch.getCurrentBytes();
  }
}
