package dev.finestra.internal.window.catalog;

import dev.finestra.SlidingWindow;
import dev.finestra.WindowFactory;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.algorithm.Algorithms;
import dev.finestra.internal.window.keyed.Keyed;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;

/** The catalog behind the API's interface: {@link dev.finestra.Specializer} loads it by name. */
public final class Factory implements WindowFactory {
  @Override
  public <O> SlidingWindow<O> create(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    return Catalog.create(algorithm, aggregation, options);
  }

  @Override
  public <K, O> KeyedWindows<K, O> keyed(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    return new Keyed<>(
        aggregation,
        () -> Catalog.create(algorithm, aggregation, options),
        Algorithms.hasEntriesOfItsOwn(algorithm));
  }

  @Override
  public <O> PagedWindow<O> onPages(String algorithm, Aggregation<O> aggregation, PageStore store) {
    return Catalog.onPages(algorithm, aggregation, store);
  }
}
