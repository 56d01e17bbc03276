package dev.finestra;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of these classes, as the build wrote it beside them. */
public final class Version {
  private Version() {}

  /** The version, as in {@code 0.1.0}. */
  public static String text() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IllegalStateException(
            "version.properties is missing; the build puts it beside the classes");
      }
      properties.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("version.properties cannot be read", unreadable);
    }
    return properties.getProperty("version");
  }
}
