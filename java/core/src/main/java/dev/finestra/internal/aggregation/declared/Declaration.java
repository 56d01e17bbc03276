package dev.finestra.internal.aggregation.declared;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Shown;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The text of a declared aggregation, with its expressions as names: {@code
 * declared(rms,columns(x),state(n long,s double),lift(1,mul(x,x)),combine(…),lower(…))}.
 *
 * @param title the aggregation's own name, for messages
 * @param columns the names of the columns
 * @param state the fields of a partial result, in order
 * @param lift for each field, its expression over the columns
 * @param combine for each field, its expression over {@code a}, the older, and {@code b}
 * @param lower the result, over {@code a}; a second expression says whether it is not null
 * @param inverse for each field, its expression over {@code a}, a total, and {@code b}, its oldest
 *     part; or null
 * @param identity the fields for no values; null if combine is never called with them
 * @param properties the laws that are declared
 */
record Declaration(
    String title,
    List<String> columns,
    Map<String, Type> state,
    Formulas lift,
    Formulas combine,
    Formulas lower,
    Formulas inverse,
    List<Name> identity,
    Set<Property> properties) {
  static final String FORM =
      "declared(name,columns(column,…),state(field type,…),lift(…),combine(…),lower(…))";

  private static final int MOST_COLUMNS = 16;
  private static final int MOST_FIELDS = 16;
  private static final int MOST_LOCALS = 32;
  private static final String WORD = "[A-Za-z][A-Za-z_0-9]*";
  private static final Set<String> CONSTANTS = Set.of("true", "false", "nan", "inf");

  /**
   * Expressions, and the names of those that they share.
   *
   * @param shared the expressions of {@code let(name,expression)}, which come first
   */
  record Formulas(Map<String, Name> shared, List<Name> results) {}

  /** Reads the parameters of {@code declared}. */
  static Declaration of(Name declared) {
    List<Name> parts = declared.parameters();
    if (parts.isEmpty() || !parts.get(0).parameters().isEmpty()) {
      throw new IllegalArgumentException("An aggregation is declared as " + FORM + ".");
    }
    String title = parts.get(0).base();
    Map<String, Name> named = new LinkedHashMap<>();
    for (Name part : parts.subList(1, parts.size())) {
      require(
          named.put(part.base(), part) == null, title, "'%s' occurs twice".formatted(part.base()));
    }
    List<String> columns = new ArrayList<>();
    for (Name column : take(named, "columns", title).parameters()) {
      columns.add(word(column, title));
    }
    require(
        !columns.isEmpty() && columns.size() <= MOST_COLUMNS,
        title,
        "columns must have from 1 to %s names".formatted(MOST_COLUMNS));
    Map<String, Type> state = state(take(named, "state", title), title);
    Name none = named.remove("identity");
    Name is = named.remove("is");
    Name inverse = named.remove("inverse");
    int fields = state.size();
    Declaration all =
        new Declaration(
            title,
            columns,
            state,
            formulas(take(named, "lift", title), fields, fields, title),
            formulas(take(named, "combine", title), fields, fields, title),
            formulas(take(named, "lower", title), 1, 2, title),
            inverse == null ? null : formulas(inverse, fields, fields, title),
            none == null ? null : none.parameters(),
            properties(is, inverse != null, title));
    require(
        named.isEmpty(), title, "'%s' is unknown".formatted(String.join("', '", named.keySet())));
    require(
        none == null || none.parameters().size() == fields,
        title,
        "identity must have a value for each field");
    require(inverse == null || none != null, title, "an inverse needs an identity(…)");
    require(
        inverse == null
            || !all.properties.contains(Property.EXACT)
            || !state.containsValue(Type.DOUBLE),
        title,
        "an inverse of doubles cannot be exact: the rounding errors of evicted values remain");
    return all;
  }

  private static Name take(Map<String, Name> named, String part, String title) {
    Name found = named.remove(part);
    require(found != null, title, part + "(…) is missing; write it as " + FORM);
    return found;
  }

  private static Map<String, Type> state(Name state, String title) {
    Map<String, Type> fields = new LinkedHashMap<>();
    for (Name field : state.parameters()) {
      String[] words = field.base().split("\\s+");
      require(
          words.length == 2 && words[0].matches(WORD) && field.parameters().isEmpty(),
          title,
          "the field %s must be a name and a type, such as n long"
              .formatted(Shown.quoted(field.toString())));
      Type type = Type.named(words[1]);
      require(
          type != null,
          title,
          "%s is no type of a field; the types are long, double, boolean"
              .formatted(Shown.quoted(words[1])));
      require(
          fields.put(words[0], type) == null,
          title,
          "the field '%s' occurs twice".formatted(words[0]));
    }
    require(
        !fields.isEmpty() && fields.size() <= MOST_FIELDS,
        title,
        "state must have from 1 to %s fields".formatted(MOST_FIELDS));
    return fields;
  }

  private static Formulas formulas(Name part, int least, int most, String title) {
    Map<String, Name> shared = new LinkedHashMap<>();
    List<Name> results = new ArrayList<>();
    for (Name each : part.parameters()) {
      if (each.base().equals("let")) {
        require(
            each.parameters().size() == 2 && results.isEmpty() && shared.size() < MOST_LOCALS,
            title,
            "at most %s let(name,expression) come before the results of %s"
                .formatted(MOST_LOCALS, part.base()));
        String name = each.parameters().get(0).toString();
        require(
            name.matches("_?" + WORD + "|_[0-9]+") && !shared.containsKey(name),
            title,
            "let needs a new name, not " + Shown.quoted(name));
        shared.put(name, each.parameters().get(1));
      } else {
        results.add(each);
      }
    }
    require(
        results.size() >= least && results.size() <= most,
        title,
        "%s must have %s, not %s"
            .formatted(
                part.base(),
                least == most ? "an expression for each of %s fields".formatted(least) : "a result",
                results.size()));
    return new Formulas(shared, results);
  }

  private static Set<Property> properties(Name is, boolean hasInverse, String title) {
    Set<Property> all = EnumSet.of(Property.FIXED_SIZE);
    if (hasInverse) {
      all.add(Property.INVERTIBLE);
    }
    for (Name each : is == null ? List.<Name>of() : is.parameters()) {
      switch (each.toString()) {
        case "commutative" -> all.add(Property.COMMUTATIVE);
        case "exact" -> all.add(Property.EXACT);
        default ->
            require(
                false,
                title,
                "%s is no property; declare commutative or exact"
                    .formatted(Shown.quoted(each.toString())));
      }
    }
    return all;
  }

  private static String word(Name name, String title) {
    require(
        name.parameters().isEmpty()
            && name.base().matches(WORD)
            && !CONSTANTS.contains(name.base()),
        title,
        "%s is no name of a column; use letters, digits and _"
            .formatted(Shown.quoted(name.toString())));
    return name.base();
  }

  private static void require(boolean holds, String title, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(
          "In the declared aggregation %s, %s.".formatted(Shown.quoted(title), otherwise));
    }
  }
}
