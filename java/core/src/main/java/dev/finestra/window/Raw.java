package dev.finestra.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What an algorithm that does not keep its entries does for its snapshots. */
public interface Raw {
  /** Writes all that {@link #read} needs to go on where the window was. */
  void write(DataOutput out) throws IOException;

  /** Reads into the window, which is empty; limit bounds every length that the bytes may claim. */
  void read(DataInput in, int limit) throws IOException;
}
