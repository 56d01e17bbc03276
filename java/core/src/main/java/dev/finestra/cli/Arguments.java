package dev.finestra.cli;

import dev.finestra.name.Nearest;
import dev.finestra.name.Shown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Options as {@code --name value} or {@code --name=value}, and flags as {@code --name}; refuses
 * what a command does not know.
 */
final class Arguments {
  private final String command;
  private final Map<String, String> given = new LinkedHashMap<>();

  private Arguments(String command) {
    this.command = command;
  }

  /** Reads what stands behind the command's name. */
  static Arguments read(
      String command, List<String> arguments, Set<String> options, Set<String> flags)
      throws BadInput {
    Arguments read = new Arguments(command);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (flags.contains(name) && equals < 0) {
        read.put(name, "");
      } else if (!options.contains(name)) {
        throw read.unknown(argument, options, flags);
      } else if (equals >= 0) {
        read.put(name, argument.substring(equals + 1));
      } else if (++i < arguments.size()) {
        read.put(name, arguments.get(i));
      } else {
        throw new BadInput(command + ": " + name + " needs a value behind it");
      }
    }
    return read;
  }

  private BadInput unknown(String argument, Set<String> options, Set<String> flags) {
    List<String> known = new java.util.ArrayList<>(options);
    known.addAll(flags);
    return new BadInput(
        command
            + " does not take "
            + Shown.quoted(argument)
            + "; it takes "
            + (known.isEmpty() ? "nothing" : String.join(", ", Nearest.to(argument, known))));
  }

  private void put(String name, String value) throws BadInput {
    if (given.put(name, value) != null) {
      throw new BadInput(command + ": " + name + " is given twice");
    }
  }

  boolean has(String flag) {
    return given.containsKey(flag);
  }

  String get(String option, String otherwise) {
    return given.getOrDefault(option, otherwise);
  }

  String need(String option, String example) throws BadInput {
    String value = given.get(option);
    if (value == null) {
      throw new BadInput(command + " needs " + option + ", as in " + option + " " + example);
    }
    return value;
  }
}
