package dev.finestra.spark.internal.over;

import org.apache.spark.SparkEnv;

/** Counts the temporary files of the session's tasks; in Java, because Scala cannot access them. */
public final class LocalFiles {
  private LocalFiles() {}

  /** The number of temporary files, without those of shuffles. */
  public static int count() {
    return SparkEnv.get()
        .blockManager()
        .diskBlockManager()
        .getAllFiles()
        .count(file -> file.getName().startsWith("temp_local_"));
  }
}
