package dev.finestra.internal.aggregation.declared;

import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Nearest;
import dev.finestra.internal.name.Numbers;
import dev.finestra.internal.name.Shown;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compiles expressions into the instructions of a method, which reads its variables. */
final class Formula {
  private static final Map<String, List<Method>> OPERATIONS = operations();

  private final ClassBytes.Method code;
  private final Map<String, Variable> variables = new HashMap<>();

  Formula(ClassBytes.Method code) {
    this.code = code;
  }

  /** A value in a local variable. */
  private record Variable(Type type, int local) {}

  private static Map<String, List<Method>> operations() {
    Map<String, List<Method>> all = new TreeMap<>();
    for (Method each : Operations.class.getDeclaredMethods()) {
      if (Modifier.isPublic(each.getModifiers())) {
        all.computeIfAbsent(each.getName(), name -> new ArrayList<>()).add(each);
      }
    }
    // Longs stay longs if an operation accepts them.
    Comparator<Method> longsFirst =
        Comparator.comparingLong(
            method ->
                Arrays.stream(method.getParameterTypes()).filter(t -> t == double.class).count());
    all.values().forEach(same -> same.sort(longsFirst));
    return all;
  }

  /** Names a value that is already in a local variable. */
  void declare(String name, Type type, int local) {
    if (variables.put(name, new Variable(type, local)) != null) {
      throw new IllegalArgumentException("the name %s occurs twice".formatted(Shown.quoted(name)));
    }
  }

  /** Computes an expression into a new local variable of its own type, and names it. */
  void let(String name, Name expression) {
    Type type = typeOf(expression);
    declare(name, type, compute(expression, type));
  }

  /** Computes an expression into a new local variable of a type; returns the variable. */
  int compute(Name expression, Type needed) {
    push(expression, needed);
    int local = code.local(needed);
    code.add(needed.store, local);
    return local;
  }

  Type typeOf(Name expression) {
    if (!expression.parameters().isEmpty()) {
      return Type.of(operation(expression).getReturnType());
    }
    Variable variable = variables.get(expression.base());
    return variable == null ? typeOfConstant(expression.base(), variables.keySet()) : variable.type;
  }

  /** Computes an expression as a value of a type. */
  void push(Name expression, Type needed) {
    Type type = typeOf(expression);
    if (!type.fits(needed)) {
      throw new IllegalArgumentException(
          "%s is a %s where a %s is needed%s"
              .formatted(
                  Shown.quoted(expression.toString()),
                  type.shown(),
                  needed.shown(),
                  needed == Type.LONG ? "; whole(…) makes a long of it" : ""));
    }
    if (!expression.parameters().isEmpty()) {
      call(expression);
    } else if (variables.containsKey(expression.base())) {
      code.add(type.load, variables.get(expression.base()).local);
    } else {
      pushConstant(expression.base(), type);
    }
    if (type != needed) {
      code.add(138); // l2d
    }
  }

  private void call(Name expression) {
    Method operation = operation(expression);
    Class<?>[] parameters = operation.getParameterTypes();
    for (int i = 0; i < parameters.length; i++) {
      push(expression.parameters().get(i), Type.of(parameters[i]));
    }
    code.callStatic(
        Operations.class,
        operation.getName(),
        MethodType.methodType(operation.getReturnType(), parameters).toMethodDescriptorString());
  }

  private Method operation(Name expression) {
    List<Method> named = OPERATIONS.get(expression.base());
    if (named == null) {
      throw new IllegalArgumentException(
          "there is no operation %s. %s"
              .formatted(
                  Shown.quoted(expression.base()),
                  Nearest.question(expression.base(), OPERATIONS.keySet())));
    }
    List<Type> given = expression.parameters().stream().map(this::typeOf).toList();
    return named.stream()
        .filter(method -> accepts(method, given))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s does not accept (%s) in %s"
                        .formatted(
                            expression.base(),
                            String.join(", ", given.stream().map(Type::shown).toList()),
                            Shown.quoted(expression.toString()))));
  }

  private static boolean accepts(Method method, List<Type> given) {
    Class<?>[] needed = method.getParameterTypes();
    if (needed.length != given.size()) {
      return false;
    }
    for (int i = 0; i < needed.length; i++) {
      if (!given.get(i).fits(Type.of(needed[i]))) {
        return false;
      }
    }
    return true;
  }

  private static Type typeOfConstant(String text, Set<String> variables) {
    if (text.equals("true") || text.equals("false")) {
      return Type.BOOLEAN;
    }
    if (text.matches("-?[0-9]+")) {
      return Type.LONG;
    }
    if (List.of("nan", "inf", "-inf").contains(text) || Numbers.isDecimal(text)) {
      return Type.DOUBLE;
    }
    throw new IllegalArgumentException(
        "%s is neither a number nor one of %s"
            .formatted(Shown.quoted(text), new TreeSet<>(variables)));
  }

  private void pushConstant(String text, Type type) {
    long word = word(text, type);
    switch (type) {
      case BOOLEAN -> code.push((int) word);
      case LONG -> code.push(word);
      case DOUBLE -> code.push(Double.longBitsToDouble(word));
    }
  }

  /** The word of a constant, as a field of a type. */
  static long constant(Name text, Type needed) {
    Type type = text.parameters().isEmpty() ? typeOfConstant(text.base(), Set.of()) : null;
    if (type == null || !type.fits(needed)) {
      throw new IllegalArgumentException(
          "%s in identity is no %s".formatted(Shown.quoted(text.toString()), needed.shown()));
    }
    return word(text.base(), needed);
  }

  private static long word(String text, Type type) {
    try {
      return switch (type) {
        case BOOLEAN -> text.equals("true") ? 1 : 0;
        case LONG -> Numbers.whole(text);
        case DOUBLE -> Double.doubleToRawLongBits(real(text));
      };
    } catch (NumberFormatException malformed) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is no number of 64 bits", malformed);
    }
  }

  private static double real(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }
}
