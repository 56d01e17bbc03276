package dev.finestra.internal.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** An algorithm that writes its own snapshots, because it keeps no entries. */
public interface OwnSnapshot {
  /** Writes the whole state, for {@link #read}. */
  void write(DataOutput out) throws IOException;

  /** Reads into the window, which is empty; limit bounds every length that the bytes may claim. */
  void read(DataInput in, int limit) throws IOException;
}
