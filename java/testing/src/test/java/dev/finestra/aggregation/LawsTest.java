package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.BuiltInAggregations;
import dev.finestra.internal.aggregation.base.NamedLongAggregation;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import dev.finestra.testing.Trials;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The laws hold for all aggregations of the catalog, and {@link Aggregations#checkLaws} finds
 * aggregations that break one.
 */
class LawsTest {
  private static final int TRIPLES = 100;

  /** Every aggregation of core over every input, some in tuples. */
  static List<Aggregation<?>> all() {
    List<Aggregation<?>> all = new ArrayList<>();
    List<String> names = new ArrayList<>();
    new BuiltInAggregations().forms().forEach(form -> names.add(form.example()));
    names.addAll(
        List.of(
            "top_k(1)",
            "top_k(3)",
            "arg_min(long)",
            "arg_max(double)",
            "tuple(count,bool_or,tuple(min,last))",
            "tuple(count,sum)",
            "tuple(m4,arg_max)",
            "tuple(arg_min,collect,max_count)",
            "tuple(concat,collect)"));
    for (String name : names) {
      for (ValueType input : ValueType.values()) {
        try {
          all.add(Aggregations.of(name, input));
        } catch (IllegalArgumentException refused) {
          assertTrue(refused.getMessage().contains("does not accept"), refused.getMessage());
        }
      }
    }
    return all;
  }

  @Test
  void shouldHoldForEveryAggregation() {
    List<Aggregation<?>> all = all();
    Trials.run(
        100,
        1_000,
        "times " + TRIPLES + " triples of each of " + all.size() + " aggregations",
        (seed, only) -> {
          for (Aggregation<?> aggregation : all) {
            check(aggregation, new SplittableRandom(seed));
          }
        });
  }

  private static void check(Aggregation<?> aggregation, SplittableRandom random) {
    Laws laws = new Laws(aggregation);
    for (int i = 0; i < TRIPLES / 10; i++) {
      Samples samples = new Samples(random, aggregation);
      for (int j = 0; j < 10; j++) {
        laws.triple(samples.list(4), samples.list(4), samples.list(4));
      }
    }
    if (!laws.violations().isEmpty()) {
      throw new AssertionError(
          aggregation.name() + " over " + aggregation.input() + ": " + laws.violations().get(0));
    }
  }

  /** The mean of two means: it forgets the number of values. */
  @Test
  void shouldFindACombineThatIsNotAssociative() {
    finds("(a ⊗ b) ⊗ c = a ⊗ (b ⊗ c)", new Broken((a, b) -> (a + b) / 2, 0));
  }

  /** A published library used the least number as the identity of its minimum. */
  @Test
  void shouldFindAWrongIdentity() {
    List<String> laws = finds("1 ⊗ a = a", new Broken(Math::min, Long.MIN_VALUE));
    assertTrue(laws.contains("a ⊗ 1 = a"));
  }

  @Test
  void shouldFindACombineThatIsNotCommutative() {
    finds(
        "a ⊗ b = b ⊗ a",
        new Broken((a, b) -> a == Long.MIN_VALUE ? b : a, Long.MIN_VALUE, Property.COMMUTATIVE));
  }

  @Test
  void shouldFindAWrongInverse() {
    finds("a⁻¹ (a ⊗ b) = b", new Broken(Long::sum, 0, Property.INVERTIBLE));
  }

  @Test
  void shouldFindACombineThatIsNotSelective() {
    finds("a ⊗ b is a or b", new Broken(Long::sum, 0, Property.SELECTIVE));
  }

  @Test
  void shouldFindChangedOperands() {
    List<String> laws =
        laws(
            new Appending() {
              @Override
              public List<Long> combine(List<Long> older, List<Long> newer) {
                older.addAll(newer);
                return older;
              }
            });
    assertTrue(laws.contains("combine leaves a as it was, as bytes"), laws.toString());
  }

  @Test
  void shouldFindBytesThatAreReadDifferently() {
    List<String> laws =
        laws(
            new Appending() {
              @Override
              public List<Long> read(DataInput in) throws IOException {
                List<Long> all = super.read(in);
                return all.size() > 1 ? all.subList(1, all.size()) : all;
              }
            });
    assertTrue(laws.contains("read(write(a)) = a"), laws.toString());
  }

  @Test
  void shouldFindAnAccumulatorThatGoesAstray() {
    List<String> laws =
        laws(
            new Appending() {
              @Override
              public List<Long> combineInto(List<Long> accumulator, List<Long> newer) {
                accumulator.addAll(newer.size() > 1 ? 0 : accumulator.size(), newer);
                return accumulator;
              }
            });
    assertTrue(laws.contains("a ⊗ b into a = a ⊗ b"), laws.toString());
  }

  @Test
  void shouldFindAnAddThatGoesAstray() {
    List<String> laws =
        laws(
            new Appending() {
              @Override
              public List<Long> add(List<Long> accumulator, Object value) {
                return combineInto(lift(value), accumulator);
              }
            });
    assertTrue(laws.contains("b's values added to a = a ⊗ b"), laws.toString());
  }

  @Test
  void shouldFindAnAnswerThatChangesLater() {
    List<String> laws =
        laws(
            new Appending() {
              @Override
              public List<Long> lower(List<Long> state) {
                return state;
              }

              @Override
              public List<Long> combineInto(List<Long> accumulator, List<Long> newer) {
                accumulator.addAll(newer);
                return accumulator;
              }
            });
    assertEquals(Set.of("lower(a) stays as it was when b is combined into a"), Set.copyOf(laws));
  }

  @Test
  void shouldFindATargetThatIsReadTooLate() {
    List<Violation> violations = Aggregations.checkLaws(new Late(), List.of(1, 2, 3));
    List<String> laws = violations.stream().map(Violation::law).toList();
    assertTrue(laws.contains("a ⊗ b into b = a ⊗ b"), laws.toString());
  }

  /** It works only in a new array. */
  @Test
  void shouldFindALiftThatLeavesAWord() {
    finds("b's values added to a = a ⊗ b", new Leaving());
  }

  /** A property that is declared while its method is inherited. */
  @Test
  void shouldFindAMissingInverse() {
    List<String> laws =
        laws(
            new Appending() {
              @Override
              public Set<Property> properties() {
                return Set.of(Property.EXACT, Property.INVERTIBLE);
              }
            });
    assertTrue(laws.contains("a⁻¹ (a ⊗ b) = b"), laws.toString());
  }

  @Test
  void shouldRefuseSamplesThatAreNoValues() {
    assertEquals(
        "The sample at index 1 is null. Windows skip nulls; give another value.",
        refusal(new Appending(), 1L, null));
    String wrong = refusal(new Appending(), 1L, 2L, "three");
    assertTrue(
        wrong.startsWith(
            "The sample at index 2, 'three' (a String), cannot be lifted by appending over longs,"
                + " which aggregates longs: "),
        wrong);
    String plain = refusal(Aggregations.of("corr", ValueType.LONG), 5L);
    assertTrue(
        plain.contains("which aggregates an Object[] of 2 columns: 'corr' aggregates rows"), plain);
  }

  private static String refusal(Aggregation<?> aggregation, Object... samples) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> Aggregations.checkLaws(aggregation, Arrays.asList(samples)))
        .getMessage();
  }

  @Test
  void shouldFindNothingInACorrectAggregation() {
    assertEquals(List.of(), laws(new Appending()));
    assertEquals(
        List.of(), Aggregations.checkLaws(Aggregations.of("sum", ValueType.LONG), List.of(1, 5L)));
  }

  private static List<String> finds(String law, Aggregation<?> broken) {
    List<String> laws = laws(broken);
    assertTrue(laws.contains(law), "found only " + laws);
    return laws;
  }

  private static List<String> laws(Aggregation<?> aggregation) {
    List<Violation> found = Aggregations.checkLaws(aggregation, List.of(3L, -7L, 5L, 5L));
    found.forEach(v -> assertFalse(v.toString().isBlank()));
    return found.stream().map(Violation::law).distinct().toList();
  }

  /** An aggregation of one word with a given combine. */
  private static final class Broken extends NamedLongAggregation.OverLongs {
    private final java.util.function.LongBinaryOperator combine;

    Broken(java.util.function.LongBinaryOperator combine, long identity, Property... properties) {
      super("broken", identity, properties);
      this.combine = combine;
    }

    @Override
    public long combine(long older, long newer) {
      return combine.applyAsLong(older, newer);
    }

    @Override
    public long uncombine(long total, long oldest) {
      return total;
    }
  }

  /** A correct list, which tests break. */
  private static class Appending extends ObjectAggregation<List<Long>, List<Long>> {
    @Override
    public String name() {
      return "appending";
    }

    @Override
    public ValueType input() {
      return ValueType.LONG;
    }

    @Override
    public Set<Property> properties() {
      return Set.of(Property.EXACT);
    }

    @Override
    public List<Long> empty() {
      return List.of();
    }

    @Override
    public List<Long> identity() {
      return new ArrayList<>();
    }

    @Override
    public List<Long> combine(List<Long> older, List<Long> newer) {
      List<Long> both = new ArrayList<>(older);
      both.addAll(newer);
      return both;
    }

    @Override
    public List<Long> lift(Object value) {
      return new ArrayList<>(List.of((Long) value));
    }

    @Override
    public List<Long> lower(List<Long> state) {
      return List.copyOf(state);
    }

    @Override
    public void write(List<Long> state, DataOutput out) throws IOException {
      out.writeInt(state.size());
      for (long value : state) {
        out.writeLong(value);
      }
    }

    @Override
    public List<Long> read(DataInput in) throws IOException {
      List<Long> all = new ArrayList<>();
      for (int i = in.readInt(); i > 0; i--) {
        all.add(in.readLong());
      }
      return all;
    }
  }

  /** The sum of positive values, with a lift that writes nothing for others. */
  private static final class Leaving extends NamedWordsAggregation.OverLongs<Long> {
    Leaving() {
      super("leaving", 1);
    }

    @Override
    public void lift(long value, long[] to, int t) {
      if (value > 0) {
        to[t] = value;
      }
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      to[t] = older[o] + newer[n];
    }

    @Override
    public Long lower(long[] state, int s) {
      return state[s];
    }
  }

  /** Two words that both hold the sum; the second reads operands that are already overwritten. */
  private static final class Late extends NamedWordsAggregation.OverLongs<Long> {
    Late() {
      super("late", 2);
    }

    @Override
    public Long empty() {
      return 0L;
    }

    @Override
    public void lift(long value, long[] to, int t) {
      to[t] = value;
      to[t + 1] = value;
    }

    @Override
    public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
      to[t] = older[o] + newer[n];
      to[t + 1] = older[o + 1] + newer[n];
    }

    @Override
    public Long lower(long[] state, int s) {
      return state[s + 1];
    }
  }
}
