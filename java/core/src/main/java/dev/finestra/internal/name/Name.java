package dev.finestra.internal.name;

import java.util.ArrayList;
import java.util.List;

/**
 * A name with parameters in brackets: {@code max}, {@code quantile(0.99)}, {@code
 * tuple(sum,top_k(3))}.
 *
 * @param base the part before the brackets
 * @param parameters the parts between the brackets, which are names themselves
 */
public record Name(String base, List<Name> parameters) {
  /** The longest text that is read as a name. */
  private static final int LONGEST = 4096;

  public Name {
    parameters = List.copyOf(parameters);
  }

  /** Reads a name; blanks around its parts are ignored. */
  public static Name parse(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "A name has at most "
              + LONGEST
              + " characters; this one has "
              + text.length()
              + ". Shorten it.");
    }
    Reader reader = new Reader(text);
    Name name = reader.name(0);
    if (reader.at != text.length()) {
      throw reader.bad("nothing more was expected");
    }
    return name;
  }

  @Override
  public String toString() {
    return parameters.isEmpty()
        ? base
        : base + "(" + String.join(",", parameters.stream().map(Name::toString).toList()) + ")";
  }

  /** The name in single quotes, as a message shows it. */
  public String shown() {
    return Shown.quoted(toString());
  }

  private static final class Reader {
    private static final int DEEPEST = 32;
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    Name name(int depth) {
      int start = at;
      while (at < text.length() && "(),".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String base = text.substring(start, at).strip();
      if (base.isEmpty()) {
        throw bad("a name was expected");
      }
      List<Name> parameters = new ArrayList<>();
      if (at < text.length() && text.charAt(at) == '(') {
        if (depth == DEEPEST) {
          throw bad("brackets go at most " + DEEPEST + " deep");
        }
        do {
          at++;
          parameters.add(name(depth + 1));
        } while (at < text.length() && text.charAt(at) == ',');
        if (at == text.length() || text.charAt(at) != ')') {
          throw bad("')' was expected");
        }
        at++;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
          at++;
        }
      }
      return new Name(base, parameters);
    }

    IllegalArgumentException bad(String what) {
      return new IllegalArgumentException(
          "The name %s is malformed: %s at character %s."
              .formatted(Shown.quoted(text), what, at + 1));
    }
  }
}
