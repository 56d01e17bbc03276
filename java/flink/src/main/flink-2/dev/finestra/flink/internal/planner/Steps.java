package dev.finestra.flink.internal.planner;

import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;

/** Steps of a job that take the place of Flink's. */
final class Steps {
  private Steps() {}

  /** A step with this operator, and all else as in Flink's step; Flink's in a compiled plan. */
  @SuppressWarnings("unchecked") // Flink's step has one input, with rows
  static Transformation<RowData> instead(
      Transformation<RowData> flinks,
      ExecNodeConfig config,
      Supplier<OneInputStreamOperator<RowData, RowData>> operator) {
    if (config.isCompiled()) {
      return flinks;
    }
    OneInputTransformation<RowData, RowData> before =
        (OneInputTransformation<RowData, RowData>) flinks;
    return step(
        before,
        before.getUid(),
        before.getStateKeySelector(),
        before.getStateKeyType(),
        operator.get());
  }

  /** A step that differs from Flink's in operator, id and key. */
  @SuppressWarnings("unchecked") // Flink's step has one input, with rows
  static Transformation<RowData> step(
      Transformation<RowData> flinks,
      String uid,
      KeySelector<RowData, ?> key,
      TypeInformation<?> keyType,
      OneInputStreamOperator<RowData, RowData> operator) {
    OneInputTransformation<RowData, RowData> step =
        new OneInputTransformation<>(
            (Transformation<RowData>) flinks.getInputs().get(0),
            flinks.getName(),
            SimpleOperatorFactory.of(operator),
            flinks.getOutputType(),
            flinks.getParallelism(),
            flinks.isParallelismConfigured());
    step.setDescription(flinks.getDescription());
    step.setStateKeySelector(key);
    step.setStateKeyType(keyType);
    if (uid != null) {
      step.setUid(uid);
    }
    return step;
  }
}
