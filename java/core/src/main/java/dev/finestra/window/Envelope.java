package dev.finestra.window;

import dev.finestra.aggregation.Aggregation;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What stands around the content of every snapshot: {@code FNST}, version, aggregation and layout
 * before it, a CRC-32C of all that behind it.
 */
public final class Envelope {
  /** The entries of a window, whatever its algorithm. */
  static final int ENTRIES = 0;

  /** What a window of a certain algorithm holds. */
  static final int RAW = 1;

  /** Windows by key. */
  public static final int KEYED = 2;

  private static final int MAGIC = 0x464e5354;
  private static final int VERSION = 1;
  private static final int SHORTEST = 4 + 2 + 4;

  private Envelope() {}

  /** Writes what stands before the content. */
  public static DataOutputStream begin(SnapshotBytes bytes, Aggregation<?> aggregation, int layout)
      throws IOException {
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeShort(VERSION);
    out.writeUTF(aggregation.name());
    out.writeUTF(aggregation.input().name());
    out.writeByte(layout);
    return out;
  }

  /**
   * Checks all that can be checked without reading the content, and leaves the input at the layout.
   */
  public static DataInputStream open(Aggregation<?> aggregation, byte[] bytes) {
    if (bytes.length < SHORTEST || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
      throw new IllegalArgumentException(
          "these " + bytes.length + " bytes are not a Finestra snapshot");
    }
    int version = ByteBuffer.wrap(bytes).getShort(4);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "the snapshot has version " + version + "; this build reads versions up to " + VERSION);
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    if (ByteBuffer.wrap(bytes).getInt(bytes.length - 4) != (int) crc.getValue()) {
      throw new IllegalArgumentException("the snapshot is damaged: its checksum does not fit");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, bytes.length - 4));
    try {
      in.skipNBytes(6);
      String name = in.readUTF();
      String input = in.readUTF();
      if (!name.equals(aggregation.name()) || !input.equals(aggregation.input().name())) {
        throw new IllegalArgumentException(
            "the snapshot holds "
                + name
                + " of "
                + input
                + ", this window "
                + aggregation.name()
                + " of "
                + aggregation.input());
      }
      return in;
    } catch (EOFException damaged) {
      throw new IllegalArgumentException("the snapshot is damaged: it ends in its header", damaged);
    } catch (IOException damaged) {
      throw new IllegalArgumentException(
          "the snapshot is damaged: " + damaged.getMessage(), damaged);
    }
  }
}
