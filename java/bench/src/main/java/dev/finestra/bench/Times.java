package dev.finestra.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The times that a workload of given times runs over: a file of 64-bit numbers, the highest byte
 * first, milliseconds in the order in which events came.
 */
public final class Times {
  private static final String PROPERTY = "finestra.bench.times";

  private Times() {}

  static void of(String file) {
    System.setProperty(PROPERTY, file);
  }

  /** All of them. */
  public static long[] given() {
    String file = System.getProperty(PROPERTY, "");
    if (file.isEmpty()) {
      throw new IllegalArgumentException(
          "--times is missing: the file with the times of this workload, 64-bit milliseconds");
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(Path.of(file)));
      if (bytes.remaining() == 0 || bytes.remaining() % Long.BYTES != 0) {
        throw new IllegalArgumentException(
            "--times is " + file + ", of " + bytes.remaining() + " bytes; each time takes eight");
      }
      long[] times = new long[bytes.remaining() / Long.BYTES];
      bytes.asLongBuffer().get(times);
      return times;
    } catch (NoSuchFileException missing) {
      throw new IllegalArgumentException("--times is " + file + "; there is no such file", missing);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "--times is " + file + ", which cannot be read: " + unreadable, unreadable);
    }
  }
}
