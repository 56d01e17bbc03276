package dev.finestra.internal.aggregation.declared;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.ResultType;
import dev.finestra.internal.aggregation.declared.Declaration.Formulas;
import dev.finestra.internal.name.Name;
import dev.finestra.internal.name.Shown;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compiles a declaration to a class of its own, so that the JIT compiler inlines its expressions
 * like those of a class that was written by hand.
 */
final class DeclaredClass {
  private static final String WORDS = "[JI";
  private static final int RETURN = 177;
  private static final int RETURN_OBJECT = 176;
  private static final int LOAD_OBJECT = 25;
  private static final int LOAD_INT = 21;
  private static final int LOAD_ELEMENT = 50;
  private static final int LOAD_WORD = 47;
  private static final int STORE_WORD = 80;
  private static final int ADD_INT = 96;

  private final Declaration declaration;
  private final Type input;
  private final ClassBytes file =
      new ClassBytes(ClassBytes.internal(DeclaredWords.class) + "Compiled", DeclaredWords.class);

  private DeclaredClass(Declaration declaration, ValueType input) {
    this.declaration = declaration;
    this.input = input == ValueType.LONG ? Type.LONG : Type.DOUBLE;
  }

  /**
   * The aggregation of a declaration.
   *
   * @param name its text
   */
  static DeclaredWords compile(Name name, ValueType input) {
    Declaration declaration = Declaration.of(name);
    try {
      return new DeclaredClass(declaration, input).compile(name.toString(), input);
    } catch (IllegalArgumentException unfit) {
      throw new IllegalArgumentException(
          "In the declared aggregation %s, %s%s"
              .formatted(
                  Shown.quoted(declaration.title()),
                  unfit.getMessage(),
                  unfit.getMessage().endsWith("?") ? "" : "."),
          unfit);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("The class of " + name + " could not be made.", impossible);
    }
  }

  private DeclaredWords compile(String name, ValueType valueType)
      throws ReflectiveOperationException {
    constructor();
    put();
    combine("join", declaration.combine());
    if (declaration.inverse() != null) {
      combine("uncombine", declaration.inverse());
    }
    Type result = lower();
    var shape = new DeclaredWords.Shape(declaration, name, identity(), resultType(result));
    Class<?> made = MethodHandles.lookup().defineHiddenClass(file.finish(), true).lookupClass();
    return (DeclaredWords)
        made.getConstructor(Object.class, ValueType.class).newInstance(shape, valueType);
  }

  private static ResultType resultType(Type result) {
    return switch (result) {
      case LONG -> ResultType.Single.LONG;
      case DOUBLE -> ResultType.Single.DOUBLE;
      case BOOLEAN -> ResultType.Single.BOOLEAN;
    };
  }

  private void constructor() {
    String descriptor = "(Ljava/lang/Object;" + ValueType.class.descriptorString() + ")V";
    ClassBytes.Method code = file.method("<init>", descriptor, 3);
    for (int i = 0; i < 3; i++) {
      code.add(LOAD_OBJECT, i);
    }
    code.callSuper(DeclaredWords.class, "<init>", descriptor);
    code.add(RETURN);
    code.end();
  }

  /** The method that lifts a value, or a row of several columns. */
  private void put() {
    List<String> columns = declaration.columns();
    boolean isRow = columns.size() > 1;
    String value = isRow ? "[Ljava/lang/Object;" : input.java.descriptorString();
    int to = 1 + (isRow ? 1 : 2);
    ClassBytes.Method code = file.method("put", "(" + value + WORDS + ")V", to + 2);
    Formula formula = new Formula(code);
    for (int i = 0; i < columns.size(); i++) {
      int local = 1;
      if (isRow) {
        code.add(LOAD_OBJECT, 0);
        code.add(LOAD_OBJECT, 1);
        code.push(i);
        code.add(LOAD_ELEMENT);
        code.callVirtual(
            DeclaredWords.class,
            input == Type.LONG ? "whole" : "real",
            "(Ljava/lang/Object;)" + input.java.descriptorString());
        local = code.local(input);
        code.add(input.store, local);
      }
      formula.declare(columns.get(i), input, local);
    }
    store(code, formula, declaration.lift(), to);
  }

  private void combine(String name, Formulas formulas) {
    ClassBytes.Method code = file.method(name, "(" + WORDS + WORDS + WORDS + ")V", 7);
    Formula formula = new Formula(code);
    load(code, formula, "a", 1);
    load(code, formula, "b", 3);
    store(code, formula, formulas, 5);
  }

  private Type lower() {
    List<Name> results = declaration.lower().results();
    if (results.size() == 2) {
      ClassBytes.Method code = file.method("isKnown", "(" + WORDS + ")Z", 3);
      lowered(code).push(results.get(1), Type.BOOLEAN);
      code.add(Type.BOOLEAN.give);
      code.end();
    }
    ClassBytes.Method code = file.method("answer", "(" + WORDS + ")Ljava/lang/Object;", 3);
    Formula formula = lowered(code);
    Type type = formula.typeOf(results.get(0));
    formula.push(results.get(0), type);
    Class<?> boxed =
        switch (type) {
          case LONG -> Long.class;
          case DOUBLE -> Double.class;
          case BOOLEAN -> Boolean.class;
        };
    code.callStatic(
        boxed, "valueOf", "(" + type.java.descriptorString() + ")" + boxed.descriptorString());
    code.add(RETURN_OBJECT);
    code.end();
    if (type != Type.BOOLEAN) {
      ClassBytes.Method number = file.method("number", "(" + WORDS + ")D", 3);
      lowered(number).push(results.get(0), Type.DOUBLE);
      number.add(Type.DOUBLE.give);
      number.end();
    }
    return type;
  }

  private Formula lowered(ClassBytes.Method code) {
    Formula formula = new Formula(code);
    load(code, formula, "a", 1);
    declaration.lower().shared().forEach(formula::let);
    return formula;
  }

  /** Reads all fields of a partial result into local variables: {@code a.n}. */
  private void load(ClassBytes.Method code, Formula formula, String name, int from) {
    int word = 0;
    for (Map.Entry<String, Type> field : declaration.state().entrySet()) {
      address(code, from, word++);
      code.add(LOAD_WORD);
      switch (field.getValue()) {
        case LONG -> {}
        case DOUBLE -> code.callStatic(Double.class, "longBitsToDouble", "(J)D");
        case BOOLEAN -> code.callStatic(DeclaredClass.class, "isSet", "(J)Z");
      }
      int local = code.local(field.getValue());
      code.add(field.getValue().store, local);
      formula.declare(name + "." + field.getKey(), field.getValue(), local);
    }
  }

  /** Computes all fields, and writes them only then: the target may be an operand. */
  private void store(ClassBytes.Method code, Formula formula, Formulas formulas, int to) {
    formulas.shared().forEach(formula::let);
    List<Type> types = List.copyOf(declaration.state().values());
    List<Integer> locals = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      locals.add(formula.compute(formulas.results().get(i), types.get(i)));
    }
    for (int i = 0; i < types.size(); i++) {
      address(code, to, i);
      code.add(types.get(i).load, locals.get(i));
      switch (types.get(i)) {
        case LONG -> {}
        case DOUBLE -> code.callStatic(Double.class, "doubleToRawLongBits", "(D)J");
        case BOOLEAN -> code.callStatic(Operations.class, "whole", "(Z)J");
      }
      code.add(STORE_WORD);
    }
    code.add(RETURN);
    code.end();
  }

  /** Pushes the array in a local variable, and the offset in the next one plus a word. */
  private static void address(ClassBytes.Method code, int array, int word) {
    code.add(LOAD_OBJECT, array);
    code.add(LOAD_INT, array + 1);
    code.push(word);
    code.add(ADD_INT);
  }

  /** The field of a word that holds a boolean; generated code calls it. */
  static boolean isSet(long word) {
    return word != 0;
  }

  /** The words of the declared identity, or null. */
  private List<Long> identity() {
    if (declaration.identity() == null) {
      return null;
    }
    List<Type> types = List.copyOf(declaration.state().values());
    List<Long> words = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      words.add(Formula.constant(declaration.identity().get(i), types.get(i)));
    }
    return words;
  }
}
