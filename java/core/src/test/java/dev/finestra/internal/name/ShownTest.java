package dev.finestra.internal.name;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What a sentence shows of what was given. */
class ShownTest {
  @Test
  void shouldCutWhatIsLong() {
    assertEquals("'" + "a".repeat(60) + "'", Shown.quoted("a".repeat(60)));
    assertEquals("'" + "a".repeat(60) + "…'", Shown.quoted("a".repeat(61)));
    assertEquals("a".repeat(59) + "…", Shown.cut("a".repeat(59) + "😀 and more"));
  }

  @Test
  void shouldEscapeWhatATerminalObeysOrHides() {
    assertEquals(
        "\\u001b[2J\\u0000\\u007f\\u009b\\u000a\\u2028\\ufeff\\u202e\\ud800 é 😀 \\",
        Shown.escaped("\u001b[2J\0\u007f\u009b\n\u2028\ufeff\u202e\ud800 é 😀 \\"));
  }

  @Test
  void shouldShowNamesThatAreMalformed() {
    try {
      Name.parse("\u001b" + "x".repeat(4_000) + "(");
    } catch (IllegalArgumentException malformed) {
      assertTrue(malformed.getMessage().startsWith("The name '\\u001bxxx"));
      assertTrue(malformed.getMessage().length() < 200, malformed.getMessage());
      return;
    }
    throw new AssertionError("taken");
  }
}
