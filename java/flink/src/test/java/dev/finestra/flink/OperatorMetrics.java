package dev.finestra.flink;

import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.metrics.groups.AbstractMetricGroup;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;

/** Metrics by name. Flink shows metrics to reporters only, and the harness has none. */
public final class OperatorMetrics {
  private OperatorMetrics() {}

  public static long count(StreamOperator<?> operator, String name) throws Exception {
    return ((Counter) get(operator, name)).getCount();
  }

  static Metric get(StreamOperator<?> operator, String name) throws Exception {
    var metrics = AbstractMetricGroup.class.getDeclaredField("metrics");
    metrics.setAccessible(true);
    var group = ((AbstractStreamOperator<?>) operator).getMetricGroup();
    return (Metric) ((Map<?, ?>) metrics.get(group)).get(name);
  }
}
