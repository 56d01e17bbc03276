package dev.finestra.spark.internal.over;

import org.apache.spark.SparkEnv;

/** The temporary files of the session's tasks, without shuffles; in Java, which sees them. */
public final class LocalFiles {
  private LocalFiles() {}

  /** How many there are. */
  public static int count() {
    return SparkEnv.get()
        .blockManager()
        .diskBlockManager()
        .getAllFiles()
        .count(file -> file.getName().startsWith("temp_local_"));
  }
}
