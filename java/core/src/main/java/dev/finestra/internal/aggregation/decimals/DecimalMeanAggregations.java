package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.internal.aggregation.base.AggregationFamily;
import java.util.EnumSet;

/** {@link MeanOfDecimals} by its name, for engines whose means of decimals are decimals. */
public final class DecimalMeanAggregations extends AggregationFamily {
  public DecimalMeanAggregations() {
    add(
        new AggregationForm(
            MeanOfDecimals.NAME,
            MeanOfDecimals.NAME + "[(digits)]",
            MeanOfDecimals.NAME + "(4)",
            EnumSet.of(ValueType.LONG, ValueType.STRING),
            "the mean of decimals by their digits, with more digits after the point"),
        1,
        (name, input) -> new MeanOfDecimals((int) name.whole(0, "digits", 4, 0, 38), input));
  }
}
