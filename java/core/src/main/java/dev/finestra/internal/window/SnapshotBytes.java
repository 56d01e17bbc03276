package dev.finestra.internal.window;

import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32C;

/** The bytes of a snapshot. If they do not fit into an array, the error says what to do. */
public final class SnapshotBytes extends ByteArrayOutputStream {
  private static final int MOST = Integer.MAX_VALUE - 64;

  @Override
  public synchronized void write(int one) {
    room(1);
    super.write(one);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    room(length);
    super.write(bytes, from, length);
  }

  private void room(int more) {
    if (more > MOST - count) {
      throw new IllegalStateException(
          "The snapshot exceeds 2 GiB, the limit of an array. Algorithms that keep no entries write"
              + " aggregates of many entries; if these grow, as lists do, choose a tree.");
    }
  }

  /** All bytes, followed by their checksum. */
  public synchronized byte[] sealed() {
    CRC32C crc = new CRC32C();
    crc.update(buf, 0, count);
    int sum = (int) crc.getValue();
    for (int shift = 24; shift >= 0; shift -= 8) {
      super.write(sum >>> shift);
    }
    return toByteArray();
  }
}
