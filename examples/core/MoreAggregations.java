import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.AggregationProvider;
import dev.finestra.aggregation.Parameters;
import java.util.List;
import java.util.Set;

/** The aggregations that this jar adds to the catalog. */
public final class MoreAggregations implements AggregationProvider {
  @Override
  public List<AggregationForm> forms() {
    return List.of(
        new AggregationForm(
            "gcd", "gcd", "gcd", Set.of(ValueType.LONG), "the greatest common divisor"));
  }

  @Override
  public Aggregation<?> create(Parameters name, ValueType input) {
    name.atMost(0, "gcd");
    return new Gcd();
  }
}
