package dev.finestra.sketches;

/**
 * A partial result: the values themselves while they are few, then a sketch of them.
 *
 * <p>A window holds one for each entry, most of them with a single value, so a sketch is made only
 * when there are more.
 *
 * @param <K> the sketch
 */
final class Partial<K> {
  static final Object[] NONE = {};

  /** The values; empty if there is a sketch. */
  Object[] few;

  /** The sketch; null while there are few values. */
  K sketch;

  /** Whether this is an accumulator; only accumulators change. */
  final boolean filling;

  Partial(Object[] few, K sketch, boolean filling) {
    this.few = few;
    this.sketch = sketch;
    this.filling = filling;
  }
}
