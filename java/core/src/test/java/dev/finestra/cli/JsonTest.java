package dev.finestra.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers as text. */
class JsonTest {
  @Test
  void shouldPrintScalarsPlain() {
    assertEquals("null", Json.answer(null));
    assertEquals("-5", Json.answer(-5L));
    assertEquals("1.0E10", Json.answer(1e10));
    assertEquals("NaN", Json.answer(Double.NaN));
    assertEquals("a \"b\"", Json.answer("a \"b\""));
    assertEquals("true", Json.answer(true));
  }

  @Test
  void shouldPrintStringsThatWouldBeMistakenAsJson() {
    assertEquals("\"null\"", Json.answer("null"));
    assertEquals("\"\\\"a\"", Json.answer("\"a"));
    assertEquals("\"a\\nb\"", Json.answer("a\nb"));
    assertEquals("\"\\u001b[2J\"", Json.answer("\u001b[2J"));
    assertEquals("\"\\u0085\\u2028\"", Json.answer("\u0085\u2028"));
    for (String plain : List.of("", "nul", "a\"", "'", "[1]", "{}", "12", "👨\u200d👩", "\\n")) {
      assertEquals(plain, Json.answer(plain));
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
        Json.answer(map));
    assertEquals("[[\"😀\"],\"\\\\\\\"\\t\"]", Json.answer(List.of(List.of("😀"), "\\\"\t")));
  }
}
