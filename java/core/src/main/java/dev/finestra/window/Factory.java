package dev.finestra.window;

import dev.finestra.SlidingWindow;
import dev.finestra.WindowFactory;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import dev.finestra.window.keyed.Keyed;

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

  @Override
  public <K, O> KeyedWindows<K, O> keyed(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    return new Keyed<>(algorithm, aggregation, options);
  }

  @Override
  public <O> PagedWindow<O> onPages(String algorithm, Aggregation<O> aggregation, PageStore store) {
    return Catalog.onPages(algorithm, aggregation, store);
  }
}
