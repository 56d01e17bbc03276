package dev.finestra.flink.internal.planner;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;

/** Steps of a job that take the place of Flink's. */
final class Steps {
  private Steps() {}

  /** A step with this operator, and all else as in Flink's step. */
  @SuppressWarnings("unchecked") // Flink's step has one input, with rows
  static Transformation<RowData> instead(
      Transformation<RowData> flinks, OneInputStreamOperator<RowData, RowData> operator) {
    OneInputTransformation<RowData, RowData> before =
        (OneInputTransformation<RowData, RowData>) flinks;
    Transformation<RowData> input = (Transformation<RowData>) before.getInputs().get(0);
    OneInputTransformation<RowData, RowData> step =
        new OneInputTransformation<>(
            input,
            before.getName(),
            SimpleOperatorFactory.of(operator),
            before.getOutputType(),
            before.getParallelism(),
            before.isParallelismConfigured());
    step.setDescription(before.getDescription());
    step.setStateKeySelector(before.getStateKeySelector());
    step.setStateKeyType(before.getStateKeyType());
    if (before.getUid() != null) {
      step.setUid(before.getUid());
    }
    return step;
  }
}
