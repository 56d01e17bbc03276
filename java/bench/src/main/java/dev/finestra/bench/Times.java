package dev.finestra.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The times of the workload {@code timed}: a file of big-endian 64-bit numbers, milliseconds in the
 * order of arrival.
 */
public final class Times {
  private static final String PROPERTY = "finestra.bench.times";

  private Times() {}

  static void of(String file) {
    System.setProperty(PROPERTY, file);
  }

  /** All times. */
  public static long[] given() {
    String file = System.getProperty(PROPERTY, "");
    if (file.isEmpty()) {
      throw new IllegalArgumentException(
          "--times is missing; this workload needs a file of times, 64-bit milliseconds");
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(Path.of(file)));
      if (bytes.remaining() == 0 || bytes.remaining() % Long.BYTES != 0) {
        throw new IllegalArgumentException(
            "--times is "
                + file
                + ", of "
                + bytes.remaining()
                + " bytes, which is no multiple of eight");
      }
      long[] times = new long[bytes.remaining() / Long.BYTES];
      bytes.asLongBuffer().get(times);
      return times;
    } catch (NoSuchFileException missing) {
      throw new IllegalArgumentException("--times is " + file + ", which does not exist", missing);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "--times is " + file + ", which cannot be read: " + unreadable, unreadable);
    }
  }
}
