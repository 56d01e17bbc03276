package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;

/**
 * Marks an aggregation that combines the rows of a pane in the order of their arrival, as the
 * engine's own windows do. One entry then holds all rows of a pane, even if the order of values
 * matters to the aggregation. Panes are combined in the order of their times.
 */
public interface InArrivalOrder {

  /**
   * Whether one entry can hold all rows of a pane: their order does not matter, or is that of their
   * arrival.
   */
  static boolean sharesPanes(Aggregation<?> aggregation) {
    return aggregation.is(Property.COMMUTATIVE) || aggregation instanceof InArrivalOrder;
  }
}
