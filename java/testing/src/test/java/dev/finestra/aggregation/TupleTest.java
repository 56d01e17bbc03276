package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tuples: each member gets its columns, including a member without values. */
class TupleTest {
  private static Object answer(String name, Object... values) {
    SlidingWindow<Object> window = SlidingWindows.of("recalculate", name);
    for (int i = 0; i < values.length; i++) {
      window.insert(i, values[i]);
    }
    return window.query();
  }

  private static Object[] row(Object... columns) {
    return columns;
  }

  @Test
  void shouldShareAPlainValue() {
    assertEquals(List.of(12L, 7L, 2L), answer("tuple(sum,max,count)", 5, 7L));
    assertEquals(List.of(12L, List.of(5L, 7L)), answer("tuple(sum,collect)", 5, 7L));
    SlidingWindow<Object> window = SlidingWindows.of("recalculate", "tuple(sum,max)");
    window.insert(1, 5L);
    window.bulkInsert(new long[] {2, 3}, new long[] {7, 1}, 0, 2);
    assertEquals(List.of(13L, 7L), window.query());
  }

  @Test
  void shouldGiveEachMemberAColumnOfItsOwn() {
    assertEquals(List.of(12L, 30L), answer("tuple(sum,max)", row(5, 30), row(7, 20)));
    assertEquals(
        List.of(2L, 5L, 20L),
        answer("tuple(count,arg_min,max)", row(1, 5, 8, 9), row(1, 7, 9, 20)));
  }

  @Test
  void shouldShareARowAmongMembersOfSeveralColumns() {
    assertEquals(List.of(5L, 7L), answer("tuple(arg_min,arg_max)", row(5, 8), row(7, 9)));
    assertEquals(List.of(12L, 7L), answer("tuple(sum,arg_max)", row(5, 8), row(7, 9)));
  }

  @Test
  void shouldSkipNullColumnsMemberByMember() {
    assertEquals(
        Arrays.asList(3L, null, Long.MAX_VALUE, null),
        answer(
            "tuple(sum,min,min,first)",
            row(1, null, Long.MAX_VALUE, null),
            row(2, null, null, null)));
    assertEquals(
        Arrays.asList(null, List.of(4L)),
        answer("tuple(max,collect)", new Object[] {row(null, 4)}));
    assertEquals(List.of(0L, 0L), answer("tuple(count,sum)", new Object[] {row(null, null)}));
  }

  @Test
  void shouldAnswerLikeItsMembersWhenEmpty() {
    assertEquals(Arrays.asList(0L, null, List.of()), answer("tuple(sum,max,collect)"));
  }

  @Test
  void shouldHaveThePropertiesThatAllMembersHave() {
    Aggregation<?> sums = Aggregations.of("tuple(sum,count,mean)", ValueType.LONG);
    assertTrue(sums.is(Property.INVERTIBLE) && sums.is(Property.EXACT));
    assertTrue(sums instanceof WordsAggregation<?> words && words.words() == 2 + 1 + 3);
    assertFalse(Aggregations.of("tuple(sum,max)", ValueType.LONG).is(Property.INVERTIBLE));
    assertFalse(Aggregations.of("tuple(sum,last)", ValueType.LONG).is(Property.COMMUTATIVE));
    assertFalse(Aggregations.of("tuple(min,max)", ValueType.LONG).is(Property.SELECTIVE));
    assertEquals(
        "tuple(sum,top_k(3))", Aggregations.of("tuple( sum, top_k(3) )", ValueType.LONG).name());
  }

  @Test
  void shouldTellTheTypesOfItsColumns() {
    Aggregation<?> tuple = Aggregations.of("tuple(count,arg_max)", ValueType.STRING);
    assertEquals(2, tuple.columns());
    assertEquals(List.of(ValueType.STRING, ValueType.DOUBLE), tuple.row(2));
    assertEquals(List.of(ValueType.STRING, ValueType.STRING, ValueType.DOUBLE), tuple.row(3));
    assertThrows(IllegalArgumentException.class, () -> tuple.row(4));
  }

  /** The members may be in any order. */
  @Test
  void shouldTellTheTypeThatAllMembersTake() {
    for (String name : List.of("tuple(arg_max(double),corr)", "tuple(corr,arg_max(double))")) {
      Aggregation<?> tuple = Aggregations.of(name, ValueType.LONG);
      assertEquals(List.of(ValueType.LONG, ValueType.LONG), tuple.row(2), name);
      assertEquals(4, tuple.row(4).size());
      assertTrue(tuple.row(4).contains(ValueType.DOUBLE), name);
    }
    assertEquals(
        List.of(ValueType.LONG, ValueType.DOUBLE),
        Aggregations.of("tuple(sum,arg_max(double))", ValueType.LONG).row(2).subList(0, 2));
    assertEquals(
        List.of(ValueType.STRING, ValueType.LONG),
        Aggregations.of("tuple(arg_min,arg_max(long))", ValueType.STRING).row(2));
  }

  @Test
  void shouldRefuseRowsThatDoNotFit() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> answer("tuple(sum,max)", new Object[] {row(1, 2, 3)}))
            .getMessage();
    assertEquals(
        "'tuple(sum,max)' needs 1 column that its members share, or 2 columns, not 3 columns.",
        message);
    assertThrows(IllegalArgumentException.class, () -> answer("tuple(arg_min,sum)", 5));
    assertThrows(IllegalArgumentException.class, () -> Aggregations.of("tuple", ValueType.LONG));
    assertThrows(
        IllegalArgumentException.class,
        () -> Aggregations.of("tuple(sum,bit_or)", ValueType.DOUBLE));
  }
}
