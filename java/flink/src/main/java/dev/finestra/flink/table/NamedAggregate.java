package dev.finestra.flink.table;

import dev.finestra.flink.ByName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.TypeInference;

/**
 * What the aggregate functions by name have in common: {@code f(name, values…)}, where the name is
 * a literal and the answer's type follows from it.
 *
 * <p>A row whose values are null is skipped. Of such alone the answer is that of nothing: 0 for a
 * count, null for a sum as for SQL's; of no rows at all it is null.
 *
 * <p>When user code throws, so does the job. Threading: each task has its own.
 *
 * @param <A> the accumulators
 */
abstract class NamedAggregate<A> extends AggregateFunction<Object, A>
    implements SpecializedFunction {
  private static final long serialVersionUID = 1L;

  /** The types of the values, known once the call is. */
  private final ArrayList<TypeInformation<?>> types;

  /** The type of the answers, once the call is planned; null before. */
  private final DataType answer;

  private transient Map<String, ByName> byName;

  NamedAggregate(List<TypeInformation<?>> types, DataType answer) {
    this.types = new ArrayList<>(types);
    this.answer = answer;
  }

  /** A function over values of these types, with answers of a type. */
  abstract NamedAggregate<A> over(List<TypeInformation<?>> types, DataType answer);

  abstract Class<A> accumulator();

  abstract TypeSerializer<A> serializer();

  /** The aggregation of this name over the values that the call has. */
  final ByName byName(String name) {
    if (byName == null) {
      byName = new HashMap<>();
    }
    return byName.computeIfAbsent(name, n -> ByName.of(n, types));
  }

  @Override
  public final UserDefinedFunction specialize(SpecializedContext context) {
    CallContext call = context.getCallContext();
    List<DataType> arguments = call.getArgumentDataTypes();
    // The planner has taken the literal for a column by now, and tells the type that it had found.
    DataType known = call.getOutputDataType().map(Answers::external).orElse(null);
    return over(Answers.types(arguments.subList(1, arguments.size())), known);
  }

  @Override
  public final TypeInference getTypeInference(DataTypeFactory factory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new NamedArguments())
        .accumulatorTypeStrategy(
            call -> Optional.of(DataTypes.RAW(accumulator(), serializer()).notNull()))
        .outputTypeStrategy(this::answer)
        .build();
  }

  private Optional<DataType> answer(CallContext call) {
    Optional<String> name = NamedArguments.name(call);
    if (name.isPresent()) {
      List<DataType> arguments = call.getArgumentDataTypes();
      ByName byName = NamedArguments.byName(name.get(), arguments.subList(1, arguments.size()));
      return Optional.of(Answers.of(byName.answer()).nullable());
    }
    if (answer == null) {
      throw new ValidationException(
          "the first argument names the aggregation and must be a literal, as 'max'; the Table"
              + " API's own aggregate makes a column of it, so that there use sql_query");
    }
    return Optional.of(answer);
  }
}
