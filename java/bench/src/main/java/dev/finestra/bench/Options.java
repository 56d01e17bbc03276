package dev.finestra.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Options of the command line: {@code --name value}, or {@code --name} alone for flags. */
public final class Options {
  private final Map<String, String> given = new LinkedHashMap<>();

  /** Reads them; refuses one that is unknown, lacks its value, or comes twice. */
  public Options(List<String> arguments, Set<String> valued, Set<String> flags) {
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      String value = "";
      if (valued.contains(name)) {
        if (++i == arguments.size()) {
          throw new IllegalArgumentException(name + " needs a value after it");
        }
        value = arguments.get(i);
      } else if (!flags.contains(name)) {
        throw new IllegalArgumentException(
            "'"
                + name
                + "' is no option here; there are "
                + String.join(" ", valued)
                + " "
                + String.join(" ", flags));
      }
      if (given.put(name, value) != null) {
        throw new IllegalArgumentException(name + " was given twice");
      }
    }
  }

  public boolean has(String name) {
    return given.containsKey(name);
  }

  public String text(String name, String otherwise) {
    return given.getOrDefault(name, otherwise);
  }

  public long whole(String name, long otherwise) {
    try {
      return has(name) ? Long.parseLong(given.get(name)) : otherwise;
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          name + " is '" + given.get(name) + "'; a whole number was expected");
    }
  }

  double number(String name, double otherwise) {
    try {
      return has(name) ? Double.parseDouble(given.get(name)) : otherwise;
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          name + " is '" + given.get(name) + "'; a number was expected");
    }
  }

  /** One of an enum's constants, by its label in lower case. */
  <E extends Enum<E>> E one(String name, Class<E> type, E otherwise) {
    if (!has(name)) {
      return otherwise;
    }
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(given.get(name))) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        name
            + " is '"
            + given.get(name)
            + "'; one of "
            + List.of(type.getEnumConstants())
            + " was expected, in any case");
  }

  /** Those of all that {@code --only} names, or all without it. */
  public <T> List<T> chosen(String kind, List<T> all, Function<T, String> name) {
    if (!has("--only")) {
      return all;
    }
    List<String> names = all.stream().map(name).toList();
    Set<String> wanted =
        Arrays.stream(text("--only", "").split(",")).map(String::strip).collect(Collectors.toSet());
    for (String one : wanted) {
      if (!names.contains(one)) {
        throw new IllegalArgumentException(
            "--only: there is no "
                + kind
                + " '"
                + one
                + "'; there are "
                + String.join(", ", names));
      }
    }
    return all.stream().filter(o -> wanted.contains(name.apply(o))).toList();
  }
}
