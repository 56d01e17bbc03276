package dev.finestra.internal.aggregation.declared;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Parameters;
import dev.finestra.internal.aggregation.base.AggregationFamily;
import dev.finestra.internal.name.Name;
import java.util.LinkedHashMap;
import java.util.Map;

/** Aggregations whose names are their definitions, such as those that are declared in Python. */
public final class DeclaredAggregations extends AggregationFamily {
  private static final String EXAMPLE =
      "declared(rms,columns(x),state(n long,s double),lift(1,mul(real(x),x)),"
          + "combine(add(a.n,b.n),add(a.s,b.s)),lower(sqrt(div(a.s,a.n))),is(commutative))";

  /** The most classes that are kept. A window keeps its own, whatever happens here. */
  private static final int MOST_KEPT = 256;

  private static final Map<String, Aggregation<?>> COMPILED =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Aggregation<?>> eldest) {
          return size() > MOST_KEPT;
        }
      };

  public DeclaredAggregations() {
    add(
        new AggregationForm(
            "declared", "declared(name,…)", EXAMPLE, NUMBERS, "what its expressions say"),
        Integer.MAX_VALUE,
        DeclaredAggregations::compiled);
  }

  /** One class for each definition, however many windows have it. */
  private static Aggregation<?> compiled(Parameters given, ValueType input) {
    Name name = Name.parse(given.toString());
    synchronized (COMPILED) {
      return COMPILED.computeIfAbsent(
          input + " " + name, same -> DeclaredClass.compile(name, input));
    }
  }
}
