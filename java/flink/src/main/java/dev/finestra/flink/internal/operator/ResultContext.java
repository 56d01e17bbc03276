package dev.finestra.flink.internal.operator;

import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/** The context that Flink's own window functions get with a window. */
final class ResultContext implements InternalWindowContext {
  private final InternalTimerService<?> timers;
  private final Output<?> output;
  private final KeyedStateStore state;

  /** The timestamp of the result that is being emitted. */
  private long timestamp;

  ResultContext(InternalTimerService<?> timers, Output<?> output, KeyedStateStore state) {
    this.timers = timers;
    this.output = output;
    this.state = state;
  }

  /** Continues with a result that has this timestamp. */
  void moveTo(long timestamp) {
    this.timestamp = timestamp;
  }

  @Override
  public long currentProcessingTime() {
    return timers.currentProcessingTime();
  }

  @Override
  public long currentWatermark() {
    return timers.currentWatermark();
  }

  @Override
  public KeyedStateStore windowState() {
    throw new UnsupportedOperationException(
        "windowState() is not supported, because overlapping windows share one structure; store"
            + " the state in globalState(), under the window's start");
  }

  @Override
  public KeyedStateStore globalState() {
    return state;
  }

  @Override
  public <X> void output(OutputTag<X> tag, X value) {
    output.collect(tag, new StreamRecord<>(value, timestamp));
  }
}
