package dev.finestra.flink.internal.table;

import dev.finestra.flink.internal.rows.NamedAggregation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.util.InstantiationUtil;

/**
 * The common part of the aggregate functions by name: {@code f(name, values…)}, where the name is a
 * literal that determines the type of the result.
 *
 * <p>A row whose values are all null is skipped. If all rows are skipped, the result is that of an
 * empty window: 0 for a count, null for a sum, as in SQL. Without any row it is null.
 *
 * <p>When user code throws, the job fails. Threading: each task has its own instance.
 *
 * @param <A> the accumulators
 */
public abstract class NamedAggregateFunction<A extends NamedAccumulator<A>>
    extends AggregateFunction<Object, A> implements SpecializedFunction {
  /** The types of the values; empty until a call is planned. */
  private final ArrayList<TypeInformation<?>> types = new ArrayList<>();

  /** The type of the result; null until a call is planned. */
  private DataType result;

  private final AccumulatorSerializer<A> serializer;
  private transient Map<String, NamedAggregation> byName;

  protected NamedAggregateFunction(AccumulatorSerializer<A> serializer) {
    this.serializer = serializer;
  }

  /** The function of a planned call: for values of these types, with this type of results. */
  @SuppressWarnings("unchecked")
  public final NamedAggregateFunction<A> over(List<TypeInformation<?>> types, DataType result) {
    NamedAggregateFunction<A> planned =
        (NamedAggregateFunction<A>) InstantiationUtil.instantiate(getClass());
    planned.types.addAll(types);
    planned.result = result;
    return planned;
  }

  @Override
  public final A createAccumulator() {
    return serializer.createInstance();
  }

  public final void accumulate(A accumulator, String name, Object... values) throws Exception {
    accumulator.add(name, byName(name), byName(name).value(values));
  }

  /**
   * Adds the rows of the others after those of this one. That is their order, except in HOP, where
   * Flink merges the newest slice first, and in sessions that a late row joins.
   */
  public final void merge(A accumulator, Iterable<A> others) {
    for (A other : others) {
      if (other.name != null) {
        accumulator.merge(byName(other.name), other);
      }
    }
  }

  public final void resetAccumulator(A accumulator) {
    accumulator.clear();
  }

  @Override
  public final Object getValue(A accumulator) {
    return accumulator.name == null ? null : accumulator.result(byName(accumulator.name));
  }

  protected final NamedAggregation byName(String name) {
    if (byName == null) {
      byName = new HashMap<>();
    }
    return byName.computeIfAbsent(name, n -> NamedAggregation.of(n, types));
  }

  @Override
  public final UserDefinedFunction specialize(SpecializedContext context) {
    CallContext call = context.getCallContext();
    List<DataType> arguments = call.getArgumentDataTypes();
    // By now the planner has replaced the literal by a column; it still knows the result type.
    DataType known = call.getOutputDataType().map(SqlTypes::external).orElse(null);
    return over(SqlTypes.types(arguments.subList(1, arguments.size())), known);
  }

  @Override
  public final TypeInference getTypeInference(DataTypeFactory factory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new NamedCallArguments())
        .accumulatorTypeStrategy(
            call -> Optional.of(DataTypes.RAW(accumulatorClass(), serializer).notNull()))
        .outputTypeStrategy(this::resultType)
        .build();
  }

  @SuppressWarnings("unchecked")
  private Class<A> accumulatorClass() {
    return (Class<A>) createAccumulator().getClass();
  }

  private Optional<DataType> resultType(CallContext call) {
    Optional<String> name = NamedCallArguments.name(call);
    if (name.isPresent()) {
      List<DataType> arguments = call.getArgumentDataTypes();
      NamedAggregation byName =
          NamedCallArguments.byName(name.get(), arguments.subList(1, arguments.size()));
      return Optional.of(SqlTypes.of(byName.resultType()).nullable());
    }
    if (result == null) {
      throw new ValidationException(
          "The first argument names the aggregation and must be a literal, such as 'max'. The"
              + " Table API's own aggregate turns a literal into a column; use sql_query instead");
    }
    return Optional.of(result);
  }
}
