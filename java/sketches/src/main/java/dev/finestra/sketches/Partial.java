package dev.finestra.sketches;

/**
 * A partial aggregate: the values themselves while they are few, then a sketch of them.
 *
 * <p>A window holds one for each entry, most of them of a single value, which takes a sketch's room
 * only once there is a need.
 *
 * @param <K> the sketch
 */
final class Partial<K> {
  static final Object[] NONE = {};

  /** The values; none when there is a sketch. */
  Object[] few;

  /** The sketch, or null while values are few. */
  K sketch;

  /** Whether it is an accumulator, the only kind that is changed. */
  final boolean filling;

  Partial(Object[] few, K sketch, boolean filling) {
    this.few = few;
    this.sketch = sketch;
    this.filling = filling;
  }
}
