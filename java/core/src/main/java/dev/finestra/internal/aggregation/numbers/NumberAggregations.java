package dev.finestra.internal.aggregation.numbers;

import static dev.finestra.aggregation.AggregationForm.ResultUnit.COUNT;
import static dev.finestra.aggregation.AggregationForm.ResultUnit.OTHER;
import static dev.finestra.aggregation.AggregationForm.ResultUnit.SUM;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.base.AggregationFamily;

/** Counts, sums, means, products, and the operations on bits. */
public final class NumberAggregations extends AggregationFamily {
  public NumberAggregations() {
    add("count", ALL, COUNT, "how many values", Count::new);
    add(
        "sum",
        NUMBERS,
        SUM,
        "the sum; of longs exact, or an error beyond 64 bits",
        t -> t == ValueType.LONG ? new SumOfLongs() : new SumOfDoubles());
    add("sum_wrapping", LONGS, SUM, "the sum in 64 bits, wrapping around", t -> new SumWrapping());
    add(
        "sum_kahan",
        DOUBLES,
        OTHER,
        "the sum, with compensation for rounding",
        t -> new SumKahan());
    add(
        "mean",
        NUMBERS,
        OTHER,
        "the arithmetic mean",
        t -> t == ValueType.LONG ? new Means.OfLongs() : new Means.OfDoubles());
    add("geomean", NUMBERS, OTHER, "the geometric mean", Geomean::new);
    add(
        "product",
        NUMBERS,
        OTHER,
        "the product; of longs exact, or an error beyond",
        t -> t == ValueType.LONG ? new Products.OfLongs() : new Products.OfDoubles());
    add("bool_and", LONGS, OTHER, "whether all are true (not zero)", t -> new Bools.And());
    add("bool_or", LONGS, OTHER, "whether any is true (not zero)", t -> new Bools.Or());
    add("bit_and", LONGS, OTHER, "the bits that all have", t -> new Bits.And());
    add("bit_or", LONGS, OTHER, "the bits that any has", t -> new Bits.Or());
    add("bit_xor", LONGS, OTHER, "the bits that an odd number have", t -> new Bits.Xor());
    nullOfNothingInSql(
        "sum", "sum_wrapping", "product", "bool_and", "bool_or", "bit_and", "bit_or", "bit_xor");
  }
}
