package dev.finestra.flink.internal.planner;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalProcessTableFunction;

/** A call of {@code finestra_window}. {@code EXPLAIN} shows the name from "Finestra" on. */
final class StreamPhysicalFinestraTableWindow
    extends StreamPhysicalDelegate<StreamPhysicalProcessTableFunction> {

  StreamPhysicalFinestraTableWindow(StreamPhysicalProcessTableFunction flinks) {
    super(flinks);
  }

  @Override
  RelNode with(StreamPhysicalProcessTableFunction other) {
    return new StreamPhysicalFinestraTableWindow(other);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new TableWindowNode(this, flinks);
  }
}
