package dev.finestra.sketches;

import dev.finestra.internal.aggregation.base.DoubleWords;
import org.apache.datasketches.kll.KllLongsSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.quantilescommon.QuantileSearchCriteria;
import org.apache.datasketches.quantilescommon.QuantilesUtil;

/**
 * {@code quantile(q,k)}: about the least value that is not below a fraction q of all values, by a
 * KLL sketch. The rank of the result is off by about 1.3 % of all values at k = 200; it is exact up
 * to k values. With no entries the result is null.
 *
 * <p>Doubles are sketched as longs of the same order, in which −0.0 is less than 0.0 and NaN is the
 * greatest. KLL drops values at random, so results of two runs may differ within the error.
 */
final class Quantile extends SketchAggregation<KllLongsSketch, Number> {
  static final int USUAL = 200;
  static final int LEAST = 8;
  static final int MOST = 65_535;

  private final double q;
  private final int k;

  Quantile(ValueType input, double q, int k) {
    super("quantile(" + q + (k == USUAL ? ")" : "," + k + ")"), input, false);
    this.q = q;
    this.k = k;
  }

  @Override
  public Number empty() {
    return null;
  }

  @Override
  KllLongsSketch fresh() {
    return KllLongsSketch.newHeapInstance(k);
  }

  @Override
  void update(KllLongsSketch sketch, Object value) {
    updateKey(sketch, DoubleWords.of(name(), input(), value));
  }

  @Override
  void updateKey(KllLongsSketch sketch, long key) {
    sketch.update(key);
  }

  @Override
  void merge(KllLongsSketch to, KllLongsSketch from) {
    to.merge(from);
  }

  @Override
  Number answer(KllLongsSketch sketch) {
    return number(sketch.getQuantile(q, QuantileSearchCriteria.INCLUSIVE));
  }

  /** A sketch keeps all of up to k values, so its answer is the value of this rank. */
  @Override
  Number answerFew(long[] few) {
    if (FewNumbers.count(few) > k) {
      return super.answerFew(few);
    }
    long[] sorted = FewNumbers.sorted(few);
    double rank = QuantilesUtil.getNaturalRank(q, sorted.length, QuantileSearchCriteria.INCLUSIVE);
    return number(sorted[Math.max(0, (int) rank - 1)]);
  }

  @Override
  byte[] bytesOf(KllLongsSketch sketch) {
    return sketch.toByteArray();
  }

  @Override
  KllLongsSketch sketchOf(byte[] bytes) {
    KllLongsSketch read = KllLongsSketch.heapify(Memory.wrap(bytes));
    if (read.getK() != k) {
      throw new IllegalArgumentException(
          "The snapshot's sketch has k = " + read.getK() + "; this window needs k = " + k + ".");
    }
    return read;
  }

  @Override
  int mostBytes() {
    return 4_096 + 64 * k;
  }

  @Override
  long size(KllLongsSketch sketch) {
    return sketch.getSerializedSizeBytes();
  }
}
