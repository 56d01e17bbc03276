package dev.finestra.tools.gateway;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindows;
import dev.finestra.Version;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.Locale;

/** The entry for a program outside the JVM: it asks for the version, and makes windows by name. */
public final class Gateway {
  private Gateway() {}

  /** The version of these classes; the caller compares it with its own. */
  public static String version() {
    return Version.text();
  }

  /** Makes a window from the names of its algorithm, its aggregation and its type of values. */
  public static RemoteWindow window(String algorithm, String aggregation, String type) {
    return new RemoteWindow(SlidingWindows.of(algorithm, aggregation, ValueType.named(type)));
  }

  /** Describes an algorithm as a message: its name and its traits. */
  public static byte[] algorithm(String name) {
    Algorithm algorithm = SlidingWindows.algorithm(name);
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
