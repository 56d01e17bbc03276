package dev.finestra.spark;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.AggregationProvider;
import dev.finestra.name.Name;
import java.util.EnumSet;
import java.util.List;

/** Makes {@link SumOfDecimals} known by its name. */
public final class DecimalAggregations implements AggregationProvider {
  @Override
  public List<AggregationForm> forms() {
    return List.of(
        new AggregationForm(
            SumOfDecimals.NAME,
            SumOfDecimals.NAME,
            SumOfDecimals.NAME,
            EnumSet.of(ValueType.LONG, ValueType.STRING),
            "the sum of decimals by their digits, exact, of at most 38 digits"));
  }

  @Override
  public Aggregation<?> create(Name name, ValueType input) {
    if (!name.parameters().isEmpty()) {
      throw new IllegalArgumentException(
          name.shown() + " has parameters; " + SumOfDecimals.NAME + " takes none");
    }
    return new SumOfDecimals(input);
  }
}
