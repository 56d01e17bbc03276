package dev.finestra.tools.cli.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Query results as text. */
class JsonTextTest {
  @Test
  void shouldPrintScalarsPlain() {
    assertEquals("null", JsonText.answer(null));
    assertEquals("-5", JsonText.answer(-5L));
    assertEquals("1.0E10", JsonText.answer(1e10));
    assertEquals("NaN", JsonText.answer(Double.NaN));
    assertEquals("a \"b\"", JsonText.answer("a \"b\""));
    assertEquals("true", JsonText.answer(true));
  }

  @Test
  void shouldPrintStringsThatWouldBeMistakenAsJson() {
    assertEquals("\"null\"", JsonText.answer("null"));
    assertEquals("\"\\\"a\"", JsonText.answer("\"a"));
    assertEquals("\"a\\nb\"", JsonText.answer("a\nb"));
    assertEquals("\"\\u001b[2J\"", JsonText.answer("\u001b[2J"));
    assertEquals("\"\\u0085\\u2028\"", JsonText.answer("\u0085\u2028"));
    for (String plain : List.of("", "nul", "a\"", "'", "[1]", "{}", "12", "👨\u200d👩", "\\n")) {
      assertEquals(plain, JsonText.answer(plain));
    }
  }

  @Test
  void shouldPrintStructuresOnOneLine() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a\n", Arrays.asList(1L, null, 0.5, Double.NEGATIVE_INFINITY, "ü\u0001\ud800", false));
    map.put("b", Map.of());
    map.put("c", new long[] {1, 2});
    map.put("d", new Object[0]);
    assertEquals(
        "{\"a\\n\":[1,null,0.5,\"-Infinity\",\"ü\\u0001\\ud800\",false],\"b\":{},\"c\":[1,2],\"d\":[]}",
        JsonText.answer(map));
    assertEquals("[[\"😀\"],\"\\\\\\\"\\t\"]", JsonText.answer(List.of(List.of("😀"), "\\\"\t")));
  }
}
