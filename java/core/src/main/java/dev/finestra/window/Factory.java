package dev.finestra.window;

import dev.finestra.SlidingWindow;
import dev.finestra.WindowFactory;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;

/**
 * The catalog as the API sees it; loaded once for each aggregation by {@link
 * dev.finestra.Specializer}.
 */
public final class Factory implements WindowFactory {
  @Override
  public <O> SlidingWindow<O> create(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    return Catalog.create(algorithm, aggregation, options);
  }
}
