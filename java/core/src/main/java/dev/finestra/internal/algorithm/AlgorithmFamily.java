package dev.finestra.internal.algorithm;

import static dev.finestra.Algorithm.Trait.KEEPS_ENTRIES;
import static dev.finestra.Algorithm.Trait.NATIVE_BULK_EVICT;
import static dev.finestra.Algorithm.Trait.NATIVE_BULK_INSERT;
import static dev.finestra.Algorithm.Trait.NEEDS_INVERSE;
import static dev.finestra.Algorithm.Trait.OUT_OF_ORDER;
import static dev.finestra.Algorithm.Trait.RANGE_QUERY;
import static dev.finestra.Algorithm.Trait.ROUNDS_TIMES;
import static dev.finestra.Algorithm.Trait.WHOLE_ON_PAGES;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Numbers;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Every algorithm with a name of its own, as data: what it can do and what that costs.
 *
 * <p>A family is one algorithm ({@code daba}), or many that differ by an arity at the end of the
 * name ({@code b_fiba4}) or by a number in brackets ({@code subwindow(60)}).
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists and sets of an Algorithm are immutable
public enum AlgorithmFamily {
  B_FIBA(
      Parameter.ARITY,
      List.of(2, 4, 8, 16),
      new Algorithm(
          "b_fiba",
          Set.of(OUT_OF_ORDER, NATIVE_BULK_EVICT, NATIVE_BULK_INSERT, RANGE_QUERY, KEEPS_ENTRIES),
          "O(log d)",
          "O(1)",
          "O(log d + m (1 + log(d/m)))",
          "O(log m)",
          "O(1), after late inserts O(log d)",
          "n to 2n",
          "bulk FiBA")),
  NB_FIBA(
      Parameter.ARITY,
      List.of(2, 4, 8),
      new Algorithm(
          "nb_fiba",
          Set.of(OUT_OF_ORDER, RANGE_QUERY, KEEPS_ENTRIES),
          "O(log d)",
          "O(1)",
          "O(m log d)",
          "O(m)",
          "O(1), after late inserts O(log d)",
          "n to 2n",
          "FiBA")),
  BTREE(
      Parameter.ARITY,
      List.of(4, 8),
      new Algorithm(
          "btree",
          Set.of(OUT_OF_ORDER, RANGE_QUERY, KEEPS_ENTRIES, WHOLE_ON_PAGES),
          "O(log n)",
          "O(log n)",
          "O(m log n)",
          "O(m log n)",
          "O(1)",
          "n to 2n",
          "FiBA 3")),
  TWO_STACKS(
      new Algorithm(
          "two_stacks",
          Set.of(KEEPS_ENTRIES, NATIVE_BULK_EVICT),
          "O(1)",
          "O(1) amortized, O(n) worst",
          "O(m)",
          "O(log m) amortized, O(n) worst",
          "O(1)",
          "2n",
          "DABA 3")),
  TWO_STACKS_LITE(
      new Algorithm(
          "two_stacks_lite",
          Set.of(NATIVE_BULK_EVICT),
          "O(1)",
          "O(1) amortized, O(n) worst",
          "O(m)",
          "O(log m) amortized, O(n) worst",
          "O(1)",
          "n + 1",
          "DABA 4")),
  DABA(
      new Algorithm(
          "daba", Set.of(KEEPS_ENTRIES), "O(1)", "O(1)", "O(m)", "O(m)", "O(1)", "2n", "DABA 5")),
  DABA_LITE(
      new Algorithm(
          "daba_lite", Set.of(), "O(1)", "O(1)", "O(m)", "O(m)", "O(1)", "n + 3", "DABA 6")),
  SUBTRACT_ON_EVICT(
      new Algorithm(
          "subtract_on_evict",
          Set.of(KEEPS_ENTRIES, NEEDS_INVERSE),
          "O(1)",
          "O(1)",
          "O(m)",
          "O(min(m, n − m) + log m)",
          "O(1)",
          "n + 1",
          "DABA 8.1")),
  FLATFIT(
      new Algorithm(
          "flatfit",
          Set.of(NATIVE_BULK_EVICT, KEEPS_ENTRIES, WHOLE_ON_PAGES),
          "O(1), no combine",
          "O(1), no combine",
          "m inserts",
          "O(log m) search, no combine",
          "amortized O(1), worst n",
          "2n and n pointers",
          "FlatFIT, SSDBM 2017; DABA 8.1")),
  AMTA(
      new Algorithm(
          "amta",
          Set.of(NATIVE_BULK_EVICT, RANGE_QUERY, KEEPS_ENTRIES, WHOLE_ON_PAGES),
          "amortized O(1), worst O(log n)",
          "amortized O(1), combines left to the query",
          "O(m + log n)",
          "O(log n), combines left to the query",
          "amortized O(1), worst O(log n)",
          "2n",
          "AMTA, TPDS 2019")),
  REACTIVE(
      new Algorithm(
          "reactive",
          Set.of(NATIVE_BULK_EVICT, NATIVE_BULK_INSERT, RANGE_QUERY, KEEPS_ENTRIES, WHOLE_ON_PAGES),
          "O(1), combines left to the query",
          "O(1), combines left to the query",
          "O(m) moves, combines left to the query",
          "O(log m) search, combines left to the query",
          "O(m + m log(n/m)) for m changes, 1 for none",
          "2n",
          "Reactive Aggregator, VLDB 2015")),
  B_INT(
      new Algorithm(
          "b_int",
          Set.of(NATIVE_BULK_EVICT, RANGE_QUERY, KEEPS_ENTRIES, WHOLE_ON_PAGES),
          "amortized O(1), worst O(log n)",
          "O(1), no combine",
          "O(m + log n)",
          "O(log m) search, no combine",
          "O(log n)",
          "2n",
          "B-Int, VLDB 2004")),
  SUBWINDOW(
      Parameter.WIDTH,
      List.of(1),
      new Algorithm(
          "subwindow",
          Set.of(OUT_OF_ORDER, NATIVE_BULK_EVICT, RANGE_QUERY, KEEPS_ENTRIES, WHOLE_ON_PAGES),
          "1 combine, O(log d) search, O(d) moves",
          "O(1), 1 inverse",
          "m inserts",
          "O(log m) search, at most m inverses",
          "O(1) with an exact inverse or without evicts, else n/4; n after a change far back",
          "n slices",
          "Kafka sub-windows (after KIP-450)")),
  RECALCULATE(
      new Algorithm(
          "recalculate",
          Set.of(OUT_OF_ORDER, RANGE_QUERY, KEEPS_ENTRIES, WHOLE_ON_PAGES),
          "O(log n) + moves",
          "O(n) moves",
          "m inserts",
          "O(n) moves",
          "n combines",
          "n",
          "DABA 8.1")),
  /** The traits that {@code auto} has under all options. */
  AUTO(
      new Algorithm(
          "auto",
          Set.of(OUT_OF_ORDER, RANGE_QUERY, KEEPS_ENTRIES),
          "varies",
          "varies",
          "varies",
          "varies",
          "varies",
          "varies",
          "in order first, then bulk FiBA"));

  public static final int MIN_ARITY = 2;
  public static final int MAX_ARITY = 64;

  private final Parameter parameter;
  private final List<Integer> usual;
  private final Algorithm data;

  /** The kind of parameter by which the algorithms of one family differ. */
  private enum Parameter {
    NONE,
    ARITY,
    WIDTH
  }

  AlgorithmFamily(Algorithm data) {
    this(Parameter.NONE, List.of(0), data);
  }

  AlgorithmFamily(Parameter parameter, List<Integer> usual, Algorithm data) {
    this.parameter = parameter;
    this.usual = usual;
    this.data = data;
  }

  /** The name without its parameter. */
  public String base() {
    return data.name();
  }

  /** Whether an arity from {@link #MIN_ARITY} to {@link #MAX_ARITY} ends the name. */
  public boolean hasArity() {
    return parameter == Parameter.ARITY;
  }

  /** The algorithms of the family with the usual parameters. */
  Stream<Algorithm> usual() {
    return usual.stream()
        .map(number -> describe(parameter == Parameter.ARITY ? base() + number : base(), number));
  }

  /** The family of a name; null where there is none. */
  static AlgorithmFamily of(Name name) {
    return Arrays.stream(values()).filter(family -> family.has(name)).findFirst().orElse(null);
  }

  private boolean has(Name name) {
    return parameter == Parameter.ARITY
        ? name.base().startsWith(base())
            && name.parameters().isEmpty()
            && isNumber(name.base().substring(base().length()))
        : name.base().equals(base());
  }

  /**
   * Whether a text has digits only; no regular expression, because {@code SlidingWindows.of} asks
   * for each window.
   */
  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> '0' <= c && c <= '9');
  }

  Algorithm describe(Name name) {
    return describe(name.toString(), parameter(name));
  }

  private Algorithm describe(String name, long number) {
    Set<Trait> traits = data.traits();
    if (parameter == Parameter.WIDTH && number > 1) {
      traits = EnumSet.copyOf(traits);
      traits.add(ROUNDS_TIMES);
    }
    return new Algorithm(
        name,
        traits,
        data.insert(),
        data.evict(),
        data.bulkInsert(),
        data.bulkEvict(),
        data.query(),
        data.space(),
        data.paper());
  }

  /** Rejects {@code b_fiba(4)}, with the name that was meant. */
  static void rejectArityInBrackets(Name name) {
    for (AlgorithmFamily family : values()) {
      if (family.parameter == Parameter.ARITY
          && !name.parameters().isEmpty()
          && name.base().matches(family.base() + "[0-9]*")) {
        throw arityInBrackets(name, family.base());
      }
    }
  }

  static IllegalArgumentException arityInBrackets(Name name, String base) {
    String inBrackets = name.parameters().get(0).toString();
    String fitting = isArity(inBrackets) ? inBrackets : "4";
    return new IllegalArgumentException(
        "'%s' takes no parameters, but %s has some; write the arity at the end of the name: %s%s"
            .formatted(name.base(), name.shown(), base, fitting));
  }

  /** The arity or the width in a name of this family, or the usual one. */
  public long parameter(Name name) {
    if (parameter == Parameter.ARITY) {
      return arity(name);
    }
    if (name.parameters().isEmpty()) {
      return usual.get(0);
    }
    if (parameter == Parameter.NONE) {
      throw new IllegalArgumentException(
          "'"
              + base()
              + "' takes no parameters, but "
              + name.shown()
              + " has some; leave them out");
    }
    return width(name);
  }

  private long arity(Name name) {
    String digits = name.base().substring(base().length());
    if (!isArity(digits)) {
      throw new IllegalArgumentException(
          "The arity in %s must be from %s to %s, without leading zeros, as in %s4"
              .formatted(name.shown(), MIN_ARITY, MAX_ARITY, base()));
    }
    return Integer.parseInt(digits);
  }

  private static boolean isArity(String digits) {
    if (digits.length() > 2 || !isNumber(digits) || digits.startsWith("0")) {
      return false;
    }
    int arity = Integer.parseInt(digits);
    return MIN_ARITY <= arity && arity <= MAX_ARITY;
  }

  private long width(Name name) {
    try {
      long width = Numbers.whole(name.parameters().get(0).toString());
      if (name.parameters().size() == 1 && width > 0) {
        return width;
      }
    } catch (NumberFormatException notANumber) {
      // rejected below, with the others
    }
    throw new IllegalArgumentException(
        "'%s' takes one whole number above zero, as in %s(60), not %s"
            .formatted(base(), base(), name.shown()));
  }
}
