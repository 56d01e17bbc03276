package dev.finestra.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Adds the snapshots that this build writes to the museum: {@code make golden RELEASE=0.2.0}. */
final class GoldenWriter {
  private GoldenWriter() {}

  /** Writes a release's folder, which must be new: what is in the museum is never changed. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1 || arguments[0].isBlank()) {
      throw new IllegalArgumentException("name the release, and nothing else: 0.2.0");
    }
    Path release = GoldenTest.MUSEUM.resolve(arguments[0]);
    if (Files.exists(release)) {
      throw new IllegalArgumentException(release + " is there already and stays as it is");
    }
    Golden.write(release, Golden.written());
  }
}
