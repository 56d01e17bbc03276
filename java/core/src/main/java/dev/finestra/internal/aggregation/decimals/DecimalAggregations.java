package dev.finestra.internal.aggregation.decimals;

import static dev.finestra.aggregation.AggregationForm.ResultUnit.SUM;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.base.AggregationFamily;
import java.util.EnumSet;

/**
 * {@link SumOfDecimals} by its name. An engine that has decimals lists this class among its
 * providers; a user of core, who has none, does not see it in the catalog.
 */
public final class DecimalAggregations extends AggregationFamily {
  public DecimalAggregations() {
    add(
        SumOfDecimals.NAME,
        EnumSet.of(ValueType.LONG, ValueType.STRING),
        SUM,
        "the sum of decimals by their digits, exact, of at most 38 digits",
        SumOfDecimals::new);
    nullOfNothingInSql(SumOfDecimals.NAME);
  }
}
