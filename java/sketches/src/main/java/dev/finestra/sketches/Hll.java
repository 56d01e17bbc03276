package dev.finestra.sketches;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;

/**
 * {@code hll(lgk)}: about how many different values, by HyperLogLog of 2^lgk registers of a byte.
 * The relative error is about 1.04 / 2^(lgk / 2): 1.6 % at lgk = 12.
 */
final class Hll extends SketchAggregation<Union, Long> {
  static final int USUAL = 12;
  static final int LEAST = 4;
  static final int MOST = 21;

  private final int lgK;

  Hll(ValueType input, int lgK) {
    super("hll(" + lgK + ")", input, true, EnumSet.of(Property.COMMUTATIVE, Property.FIXED_SIZE));
    this.lgK = lgK;
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  Union fresh() {
    return new Union(lgK);
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
    to.update(from.getResult(TgtHllType.HLL_8));
  }

  @Override
  Long answer(Union sketch) {
    return Math.round(sketch.getEstimate());
  }

  @Override
  byte[] bytesOf(Union sketch) {
    return sketch.getResult(TgtHllType.HLL_8).toCompactByteArray();
  }

  @Override
  Union sketchOf(byte[] bytes) throws IOException {
    HllSketch read = HllSketch.heapify(bytes);
    if (read.getLgConfigK() != lgK) {
      throw new IOException("a sketch is of lgk = " + read.getLgConfigK() + ", not " + lgK);
    }
    Union union = fresh();
    union.update(read);
    return union;
  }

  @Override
  int mostBytes() {
    return HllSketch.getMaxUpdatableSerializationBytes(lgK, TgtHllType.HLL_8);
  }

  @Override
  long size(Union sketch) {
    return sketch.getUpdatableSerializationBytes();
  }
}
