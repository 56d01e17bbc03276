package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/** An aggregation that counts its combines. */
interface Counted {
  long combines();

  /** Shows an aggregation's combines as a counter. */
  static void count(MetricGroup metrics, Aggregation<?> aggregation) {
    if (aggregation instanceof Counted counted) {
      Counter combines =
          new SimpleCounter() {
            @Override
            public long getCount() {
              return counted.combines();
            }
          };
      metrics.counter("combines", combines);
    }
  }
}
