package dev.finestra.flink.internal.aggregate;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.functions.WrappingFunction;

/** {@link WrappingFunction}, in the package where Flink 2 has it. */
abstract class FunctionWrapper<F extends Function> extends WrappingFunction<F> {
  FunctionWrapper(F function) {
    super(function);
  }
}
