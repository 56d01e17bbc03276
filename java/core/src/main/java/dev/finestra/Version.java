package dev.finestra;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of these classes, as the build wrote it. */
public final class Version {
  private Version() {}

  /** The version, as in {@code 0.1.0}. */
  public static String text() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IllegalStateException(
            "The file version.properties is missing from the classes. Build them with Maven.");
      }
      properties.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The file version.properties cannot be read.", unreadable);
    }
    return properties.getProperty("version");
  }
}
