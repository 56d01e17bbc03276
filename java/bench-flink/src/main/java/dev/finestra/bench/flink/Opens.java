package dev.finestra.bench.flink;

import java.util.List;
import java.util.stream.Stream;

/** What Flink's own scripts open to it in the JDK. */
final class Opens {
  static final List<String> OPTIONS =
      Stream.of(
              "java.lang",
              "java.net",
              "java.io",
              "java.nio",
              "sun.nio.ch",
              "java.lang.reflect",
              "java.text",
              "java.time",
              "java.util",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "java.util.concurrent.locks")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  private Opens() {}
}
