package dev.finestra.flink.internal.sql;

import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * The watermark in an operator's state, as Flink's windows have it: late rows stay late after a
 * restore.
 */
final class StoredWatermark {
  private final ListState<Long> watermarks;

  StoredWatermark(OperatorStateStore store) throws Exception {
    watermarks =
        store.getUnionListState(new ListStateDescriptor<>("watermark", LongSerializer.INSTANCE));
  }

  /** The smallest of all subtasks; the smallest long if there is none. */
  long restored() throws Exception {
    long smallest = Long.MAX_VALUE;
    for (long watermark : watermarks.get()) {
      smallest = Math.min(smallest, watermark);
    }
    return smallest == Long.MAX_VALUE ? Long.MIN_VALUE : smallest;
  }

  void store(long watermark) throws Exception {
    watermarks.update(List.of(watermark));
  }
}
