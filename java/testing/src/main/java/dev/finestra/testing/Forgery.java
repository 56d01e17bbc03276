package dev.finestra.testing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Damaged snapshots with a correct checksum: the reader must detect the damage in another way. */
public final class Forgery {
  private static final int CHECKSUM = 4;

  private Forgery() {}

  /** The bytes with a correct checksum at their end. */
  public static byte[] sealed(byte[] snapshot) {
    byte[] forged = snapshot.clone();
    CRC32C crc = new CRC32C();
    crc.update(forged, 0, forged.length - CHECKSUM);
    ByteBuffer.wrap(forged).putInt(forged.length - CHECKSUM, (int) crc.getValue());
    return forged;
  }

  /** A snapshot cut to a length, sealed. */
  public static byte[] cut(byte[] snapshot, int length) {
    return sealed(Arrays.copyOf(snapshot, length));
  }

  /** A snapshot with eight bytes at a place replaced, sealed. */
  public static byte[] with(byte[] snapshot, int at, long word) {
    byte[] forged = snapshot.clone();
    ByteBuffer.wrap(forged).putLong(at, word);
    return sealed(forged);
  }
}
