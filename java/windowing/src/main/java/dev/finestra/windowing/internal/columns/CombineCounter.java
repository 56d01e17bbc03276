package dev.finestra.windowing.internal.columns;

/** An aggregation that counts its combines, for a metric. */
public interface CombineCounter {
  long combines();
}
