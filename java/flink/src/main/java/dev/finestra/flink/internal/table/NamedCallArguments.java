package dev.finestra.flink.internal.table;

import dev.finestra.flink.internal.rows.NamedAggregation;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/** The arguments of an aggregate function by name: a literal, then the values. */
final class NamedCallArguments implements InputTypeStrategy {
  /** The largest number of values that an aggregation takes. */
  static final int MOST_VALUES = 2;

  @Override
  public ArgumentCount getArgumentCount() {
    return ConstantArgumentCount.between(1, 1 + MOST_VALUES);
  }

  @Override
  public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
    List<DataType> arguments = call.getArgumentDataTypes();
    if (!arguments.get(0).getLogicalType().is(LogicalTypeFamily.CHARACTER_STRING)) {
      return call.fail(
          throwOnFailure,
          "The first argument is of type %s, but it must name the aggregation, such as 'max'",
          arguments.get(0));
    }
    Optional<String> name = name(call);
    if (name.isPresent()) {
      try {
        byName(name.get(), arguments.subList(1, arguments.size()));
      } catch (ValidationException rejected) {
        return call.fail(throwOnFailure, "%s", rejected.getMessage());
      }
    }
    return Optional.of(arguments);
  }

  /** The literal; empty once the planner has replaced it. */
  static Optional<String> name(CallContext call) {
    try {
      return call.isArgumentLiteral(0) ? call.getArgumentValue(0, String.class) : Optional.empty();
    } catch (UnsupportedOperationException planned) {
      // Once an aggregate is planned its literals are columns, and this call is not supported.
      return Optional.empty();
    }
  }

  static NamedAggregation byName(String name, List<DataType> values) {
    try {
      return NamedAggregation.of(name, SqlTypes.types(values));
    } catch (IllegalArgumentException rejected) {
      throw new ValidationException(rejected.getMessage(), rejected);
    }
  }

  @Override
  public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
    Signature.Argument name = Signature.Argument.of("'name'", "STRING literal");
    Signature.Argument value = Signature.Argument.of("value");
    Signature.Argument other = Signature.Argument.of("other value");
    return List.of(Signature.of(name), Signature.of(name, value), Signature.of(name, value, other));
  }
}
