package dev.finestra.gateway;

import dev.finestra.Algorithm;
import dev.finestra.Finestra;
import dev.finestra.Version;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.Locale;

/** Where a program beside the JVM begins: it asks for the version, and for windows by name. */
public final class Gateway {
  private Gateway() {}

  /** The version of these classes, which the other side compares with its own. */
  public static String version() {
    return Version.text();
  }

  /** A window by the names of its algorithm, its aggregation and the type of its values. */
  public static RemoteWindow window(String algorithm, String aggregation, String type) {
    return new RemoteWindow(Finestra.window(algorithm, aggregation, ValueType.named(type)));
  }

  /** What is known of an algorithm, as a message: its name, its traits. */
  public static byte[] algorithm(String name) {
    Algorithm algorithm = Finestra.algorithm(name);
    return Message.of(
        new Object[] {
          algorithm.name(),
          algorithm.traits().stream()
              .map(trait -> trait.name().toLowerCase(Locale.ROOT))
              .sorted()
              .toArray()
        });
  }
}
