package dev.finestra.sketches;

/** The number of different values, by a sketch of 2^lgK entries. With no entries it is 0. */
abstract class DistinctCountSketch<K> extends SketchAggregation<K, Long> {
  final int lgK;

  DistinctCountSketch(String name, ValueType input, int lgK) {
    super(name + "(" + lgK + ")", input, true);
    this.lgK = lgK;
  }

  abstract void update(K sketch, long value);

  abstract void update(K sketch, char[] value);

  abstract double estimate(K sketch);

  @Override
  public final Long empty() {
    return 0L;
  }

  @Override
  final void update(K sketch, Object value) {
    if (hashed(value) instanceof Long key) {
      update(sketch, (long) key);
    } else {
      update(sketch, (char[]) hashed(value));
    }
  }

  @Override
  final Long answer(K sketch) {
    return Math.round(estimate(sketch));
  }
}
