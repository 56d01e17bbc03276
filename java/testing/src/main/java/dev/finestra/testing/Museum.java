package dev.finestra.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The museum of bytes, {@code tests/compat}: files that earlier releases wrote, and that every
 * later build must read. Exhibits are added and never changed.
 *
 * <pre>
 * tests/compat/RELEASES            the releases with exhibits, oldest first, one per line
 *              core/0.1.0/         a room for each kind of bytes, a folder for each release
 *              flink/0.1.0/
 *              flink-1.20/0.1.0/
 *              …
 * </pre>
 *
 * <p>{@code make golden RELEASE=0.1.0} lets each test write its exhibits and then adds the line. A
 * room that lacks a listed release fails its test. Without a release the museum is empty: then the
 * tests read what this build has just written.
 */
public final class Museum {
  private static final Path ROOT = Path.of("../../tests/compat");

  /** The system property that names the release to add. */
  public static final String RELEASE = "finestra.release";

  private final Path room;

  /** The room of one kind of bytes, such as {@code flink}. */
  public Museum(String room) {
    this.room = ROOT.resolve(room);
  }

  /** The released versions, oldest first. */
  public static List<String> releases() throws IOException {
    Path list = ROOT.resolve("RELEASES");
    return Files.exists(list)
        ? Files.readAllLines(list).stream().filter(line -> !line.isBlank()).toList()
        : List.of();
  }

  /** The folders of all releases, oldest first; each must exist and have files. */
  public List<Path> folders() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String release : releases()) {
      Path folder = room.resolve(release);
      if (!Files.isDirectory(folder) || files(folder, "").isEmpty()) {
        throw new AssertionError(
            folder
                + " is missing from the museum. Restore it, or take the release out of RELEASES.");
      }
      folders.add(folder);
    }
    return folders;
  }

  /** The exhibits of all releases whose names have this ending. */
  public List<Path> exhibits(String ending) throws IOException {
    List<Path> exhibits = new ArrayList<>();
    for (Path folder : folders()) {
      exhibits.addAll(files(folder, ending));
    }
    return exhibits;
  }

  /** The files of a folder whose names have this ending, sorted. */
  public static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** Makes the folder of the release that is being added; it must be new. */
  public Path newFolder() throws IOException {
    Path folder = room.resolve(System.getProperty(RELEASE));
    if (Files.exists(folder)) {
      throw new IOException(
          folder + " exists already. Exhibits never change: choose a new RELEASE.");
    }
    return Files.createDirectories(folder);
  }
}
