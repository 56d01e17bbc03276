package dev.finestra.internal.aggregation.decimals;

import static dev.finestra.aggregation.AggregationForm.ResultUnit.OTHER;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.Parameters;
import dev.finestra.aggregation.ResultType;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.aggregation.base.AggregationFamily;
import dev.finestra.internal.name.Name;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code decimal(precision,scale,aggregation)}: an aggregation over {@link Decimals} whose results
 * are decimals, for engines that convert no results themselves. The values are what {@link
 * Decimals#toHeld} returns.
 */
public final class DecimalResultAggregations extends AggregationFamily {
  private static final String NAME = "decimal";
  private static final Set<ValueType> HELD = EnumSet.of(ValueType.LONG, ValueType.STRING);

  public DecimalResultAggregations() {
    add(
        new AggregationForm(
            NAME,
            NAME + "(precision,scale,aggregation)",
            NAME + "(12,2,max)",
            HELD,
            "an aggregation over the digits of decimals"),
        3,
        DecimalResultAggregations::decimal);
    add(
        new AggregationForm(
            MeanOfDecimals.NAME,
            MeanOfDecimals.NAME + "[(digits)]",
            MeanOfDecimals.NAME + "(4)",
            HELD,
            "the mean of decimals by their digits, with more digits after the point"),
        1,
        (name, input) -> new MeanOfDecimals((int) name.whole(0, "digits", 4, 0, 38), input));
  }

  private static Aggregation<?> decimal(Parameters name, ValueType input) {
    if (name.count() < 3) {
      throw name.unfit("there must be three parameters, as in " + NAME + "(12,2,max)");
    }
    Decimals of =
        new Decimals(
            (int) name.whole(0, "the precision", 0, 1, ResultType.Decimal.MOST_DIGITS),
            (int) name.whole(1, "the scale", 0, 0, ResultType.Decimal.MOST_DIGITS));
    Name inner = Name.parse(name.text(2));
    Aggregation<?> held = Aggregations.of(name.text(2), input);
    DecimalResults results = new DecimalResults(inner, held, of);
    String full = "%s(%s,%s,%s)".formatted(NAME, of.precision(), of.scale(), held.name());
    if (held instanceof LongAggregation<?> longs) {
      return new DecimalLongs(full, longs, results);
    }
    return held instanceof ObjectAggregation<?, ?> objects
        ? new DecimalObjects<>(full, objects, results)
        : new DecimalWords(full, (WordsAggregation<?>) held, results);
  }

  /**
   * The aggregation over the held values of decimals that a name means; empty if a part of it needs
   * doubles. Rejects an unknown name.
   */
  public static Optional<String> overHeld(String aggregation, Decimals of) {
    return overHeld(Name.parse(aggregation), of).map(Name::toString);
  }

  private static Optional<Name> overHeld(Name name, Decimals of) {
    if (name.base().equals("tuple")) {
      List<Name> members = new ArrayList<>();
      for (Name member : name.parameters()) {
        Optional<Name> held = overHeld(member, of);
        if (held.isEmpty()) {
          return held;
        }
        members.add(held.get());
      }
      return Optional.of(new Name("tuple", members));
    }
    if (name.base().equals("sum")) {
      return Optional.of(new Name(SumOfDecimals.NAME, name.parameters()));
    }
    if (name.base().equals("mean") && name.parameters().isEmpty()) {
      Name digits = new Name(String.valueOf(MeanOfDecimals.scale(of) - of.scale()), List.of());
      return Optional.of(new Name(MeanOfDecimals.NAME, List.of(digits)));
    }
    return Aggregations.form(name.base()).unit() == OTHER ? Optional.empty() : Optional.of(name);
  }

  /** The name of the aggregation over held values, with decimals as its results. */
  public static String withDecimals(String overHeld, Decimals of) {
    return "%s(%s,%s,%s)".formatted(NAME, of.precision(), of.scale(), overHeld);
  }
}
