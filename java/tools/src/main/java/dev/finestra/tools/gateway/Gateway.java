package dev.finestra.tools.gateway;

import dev.finestra.SlidingWindows;
import dev.finestra.Version;
import dev.finestra.aggregation.Aggregation.ValueType;

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
}
