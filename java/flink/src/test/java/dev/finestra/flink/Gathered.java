package dev.finestra.flink;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.JavaSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;

/**
 * A sink that keeps its results in its checkpoints, as a transactional sink does. In the end it has
 * each result exactly once.
 */
final class Gathered extends AbstractStreamOperator<Void>
    implements OneInputStreamOperator<Row, Void>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  /** By key, once the input has ended. */
  static volatile Map<String, Digest> results;

  private transient HashMap<String, Digest> digests;
  private transient ListState<HashMap<String, Digest>> state;

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("digests", new JavaSerializer<>()));
    digests = new HashMap<>();
    for (HashMap<String, Digest> each : state.get()) {
      digests.putAll(each);
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.update(java.util.List.of(digests));
  }

  @Override
  public void processElement(StreamRecord<Row> element) {
    Row row = element.getValue();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < row.getArity(); i++) {
      text.append(i == 0 ? "" : ",").append(row.getField(i));
    }
    digests.merge(
        (String) row.getField(0),
        new Digest(0, 0).with(text.toString()),
        (a, b) -> new Digest(a.results() + b.results(), a.sum() + b.sum()));
  }

  @Override
  public void endInput() {
    results = digests;
  }
}
