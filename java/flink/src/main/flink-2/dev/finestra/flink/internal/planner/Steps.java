package dev.finestra.flink.internal.planner;

import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.KeyedMultipleInputTransformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;

/** Steps of a job that take the place of Flink's. */
final class Steps {
  /** Flink refuses to restore state of the process table function in the operator. */
  private static final String OPERATOR_UID = "%s-operator";

  private Steps() {}

  /** A step with this operator, and all else as in Flink's step; Flink's in a compiled plan. */
  @SuppressWarnings("unchecked") // the steps that are replaced have one input, with rows
  static Transformation<RowData> instead(
      Transformation<RowData> flinks,
      ExecNodeConfig config,
      Supplier<OneInputStreamOperator<RowData, RowData>> operator) {
    if (config.isCompiled()) {
      return flinks;
    }
    if (flinks instanceof KeyedMultipleInputTransformation<RowData> function) {
      KeySelector<RowData, ?> key =
          (KeySelector<RowData, ?>) function.getStateKeySelectors().get(0);
      String uid = OPERATOR_UID.formatted(function.getUid());
      return step(function, uid, key, function.getStateKeyType(), operator.get());
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

  @SuppressWarnings("unchecked")
  private static Transformation<RowData> step(
      Transformation<RowData> before,
      String uid,
      KeySelector<RowData, ?> key,
      TypeInformation<?> keyType,
      OneInputStreamOperator<RowData, RowData> operator) {
    OneInputTransformation<RowData, RowData> step =
        new OneInputTransformation<>(
            (Transformation<RowData>) before.getInputs().get(0),
            before.getName(),
            SimpleOperatorFactory.of(operator),
            before.getOutputType(),
            before.getParallelism(),
            before.isParallelismConfigured());
    step.setDescription(before.getDescription());
    step.setStateKeySelector(key);
    step.setStateKeyType(keyType);
    if (uid != null) {
      step.setUid(uid);
    }
    return step;
  }
}
