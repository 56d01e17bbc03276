package dev.finestra.internal.window.flat;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.algorithm.AlgorithmFamily;
import dev.finestra.internal.window.Window;

/** Makes the algorithms of this package. */
public final class Flats {
  private Flats() {}

  public static <O> Window<O> window(
      AlgorithmFamily family, Algorithm algorithm, Aggregation<O> aggregation, long width) {
    return switch (family) {
      case FLATFIT -> new FlatFit<>(algorithm, aggregation);
      case AMTA -> new Amta<>(algorithm, aggregation);
      case REACTIVE -> new Reactive<>(algorithm, aggregation);
      case B_INT -> new BaseIntervals<>(algorithm, aggregation);
      case SUBWINDOW -> new Subwindow<>(algorithm, aggregation, width);
      default -> throw new IllegalArgumentException(family + " is not in this package");
    };
  }
}
