package dev.finestra.sketches;

import java.io.IOException;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.CompactSketch;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Union;

/**
 * {@code theta(lgk)}: the number of different values, exact up to 2^lgk, and estimated by a theta
 * sketch beyond. The relative error is about 1 / 2^(lgk / 2): 0.8 % at lgk = 14.
 */
final class Theta extends DistinctCountSketch<Union> {
  static final int USUAL = 14;
  static final int LEAST = 4;
  static final int MOST = 20;

  Theta(ValueType input, int lgK) {
    super("theta", input, lgK);
  }

  @Override
  Union fresh() {
    return SetOperation.builder().setNominalEntries(1 << lgK).buildUnion();
  }

  @Override
  void update(Union sketch, long value) {
    sketch.update(value);
  }

  @Override
  void update(Union sketch, char[] value) {
    sketch.update(value);
  }

  @Override
  void merge(Union to, Union from) {
    to.union(from.getResult(false, null));
  }

  @Override
  double estimate(Union sketch) {
    return sketch.getResult(false, null).getEstimate();
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
