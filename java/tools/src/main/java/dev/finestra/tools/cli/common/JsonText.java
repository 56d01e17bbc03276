package dev.finestra.tools.cli.common;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Query results as text: scalars plain, structures as one line of JSON.
 *
 * <p>A string is printed as a JSON string if it would be ambiguous on a line of its own: if it is
 * the word null, begins with a quote, or contains a control character. JSON has no NaN and no
 * infinities, so inside a structure they are strings.
 */
public final class JsonText {
  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
          .registerTypeAdapter(
              Double.class,
              (JsonSerializer<Double>)
                  (value, type, context) ->
                      Double.isFinite(value)
                          ? new JsonPrimitive(value)
                          : new JsonPrimitive(value.toString()))
          .create();

  /** Control characters and line ends, also those that JSON permits inside a string. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\u2028\u2029]");

  /** Characters that Gson leaves as they are: C1 controls and unpaired surrogates. */
  private static final Pattern UNESCAPED = Pattern.compile("[\\p{Cc}\\p{Cs}]");

  private JsonText() {}

  /** A result on a line of its own. */
  public static String answer(Object value) {
    boolean isStructure =
        value instanceof Iterable
            || value instanceof Map
            || (value != null && value.getClass().isArray());
    return isStructure || (value instanceof String text && isAmbiguous(text))
        ? of(value)
        : String.valueOf(value);
  }

  private static boolean isAmbiguous(String text) {
    return text.equals("null") || text.startsWith("\"") || CONTROL.matcher(text).find();
  }

  /** Any value as JSON on one line; the components of a record get names_with_underscores. */
  public static String of(Object value) {
    return UNESCAPED
        .matcher(GSON.toJson(value))
        .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
  }
}
