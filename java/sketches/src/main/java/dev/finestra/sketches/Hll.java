package dev.finestra.sketches;

import java.io.IOException;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;

/**
 * {@code hll(lgk)}: about the number of different values, by HyperLogLog with 2^lgk registers of
 * one byte. The relative error is about 1.04 / 2^(lgk / 2): 1.6 % at lgk = 12.
 */
final class Hll extends DistinctCountSketch<Union> {
  static final int USUAL = 12;
  static final int LEAST = 4;
  static final int MOST = 21;

  Hll(ValueType input, int lgK) {
    super("hll", input, lgK);
  }

  @Override
  Union fresh() {
    return new Union(lgK);
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
    to.update(from.getResult(TgtHllType.HLL_8));
  }

  @Override
  double estimate(Union sketch) {
    return sketch.getEstimate();
  }

  @Override
  byte[] bytesOf(Union sketch) {
    return sketch.getResult(TgtHllType.HLL_8).toCompactByteArray();
  }

  @Override
  Union sketchOf(byte[] bytes) throws IOException {
    HllSketch read = HllSketch.heapify(bytes);
    if (read.getLgConfigK() != lgK) {
      throw new IOException(
          "The snapshot's sketch has lgk = "
              + read.getLgConfigK()
              + "; this window needs lgk = "
              + lgK
              + ".");
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
