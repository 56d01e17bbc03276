package dev.finestra.flink.internal.planner;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.planner.plan.nodes.FlinkRelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalProcessTableFunction;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces the nodes of a physical plan that Finestra makes faster, or that Flink rejects. */
final class TakeOver {
  private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);

  private final ReadableConfig config;

  /** The nodes so far with what replaces them: a plan may use a node twice. */
  private final IdentityHashMap<RelNode, RelNode> replaced = new IdentityHashMap<>();

  TakeOver(ReadableConfig config) {
    this.config = config;
  }

  RelNode of(RelNode node) {
    RelNode known = replaced.get(node);
    if (known == null) {
      known = replacement(withInputs(node, this::of));
      replaced.put(node, known);
    }
    return known;
  }

  /** The node with other inputs. */
  static RelNode withInputs(RelNode node, UnaryOperator<RelNode> other) {
    List<RelNode> inputs = node.getInputs().stream().map(other).toList();
    return inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
  }

  private RelNode replacement(RelNode node) {
    if (node instanceof StreamPhysicalChanges changes) {
      return changes.getInput();
    }
    if (node instanceof StreamPhysicalOverOfChanges over) {
      return new StreamPhysicalFinestraChangesOverAggregate(over);
    }
    if (node instanceof StreamPhysicalOverAggregate over) {
      return replaces(over, new OverWindow(over).reasonAgainst(over, config))
          ? new StreamPhysicalFinestraOverAggregate(over)
          : over;
    }
    if (node instanceof StreamPhysicalWindowAggregate rows) {
      RelDataType type = rows.getInput().getRowType();
      return replaces(rows, HopWindows.reasonAgainst(rows, rows.windowing(), type, config))
          ? new StreamPhysicalFinestraWindowAggregate(rows)
          : rows;
    }
    if (node instanceof StreamPhysicalGlobalWindowAggregate slices) {
      RelDataType type = slices.inputRowTypeOfLocalAgg();
      return replaces(slices, HopWindows.reasonAgainst(slices, slices.windowing(), type, config))
          ? new StreamPhysicalFinestraGlobalWindowAggregate(slices)
          : slices;
    }
    if (node instanceof StreamPhysicalProcessTableFunction function) {
      return replaces(function, TableWindowNode.reasonAgainst(function))
          ? new StreamPhysicalFinestraTableWindow(function)
          : function;
    }
    return node;
  }

  /** Whether there is no reason against it. Logs the decision. */
  private static boolean replaces(FlinkRelNode node, String reasonAgainst) {
    if (reasonAgainst == null) {
      LOG.info("Finestra runs {}", node.getRelDetailedDescription());
    } else {
      LOG.info("Flink runs {}, because {}", node.getRelDetailedDescription(), reasonAgainst);
    }
    return reasonAgainst == null;
  }
}
