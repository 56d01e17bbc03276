package dev.finestra.internal.window;

import dev.finestra.aggregation.Aggregation;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The frame around the content of every snapshot: {@code FNST}, version, aggregation and layout
 * come before the content, a CRC-32C of all these bytes comes after it.
 */
public final class Envelope {
  /** The entries of a window, whatever its algorithm. */
  static final int ENTRIES = 0;

  /** The state of a window, in a format of its algorithm's own. */
  static final int OWN = 1;

  /** Windows by key. */
  public static final int KEYED = 2;

  private static final int MAGIC = 0x464e5354;
  private static final int VERSION = 1;
  private static final int SHORTEST = 4 + 2 + 4;

  private Envelope() {}

  /** Writes the header that precedes the content. */
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
   * Checks everything before the content, and the checksum. Returns an input that begins at the
   * layout.
   */
  public static DataInputStream open(Aggregation<?> aggregation, byte[] bytes) {
    if (bytes.length < SHORTEST || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
      throw new IllegalArgumentException(
          "These "
              + bytes.length
              + " bytes are not a Finestra snapshot; pass what snapshot() returned.");
    }
    int version = ByteBuffer.wrap(bytes).getShort(4);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          ("The snapshot has version %s; this build reads version %s only: restore it with the"
                  + " Finestra that wrote it.")
              .formatted(version, VERSION));
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    if (ByteBuffer.wrap(bytes).getInt(bytes.length - 4) != (int) crc.getValue()) {
      throw new IllegalArgumentException(
          "The snapshot is damaged: its checksum does not fit. Restore another copy of it.");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, bytes.length - 4));
    try {
      in.skipNBytes(6);
      String name = in.readUTF();
      String input = in.readUTF();
      if (!name.equals(aggregation.name()) || !input.equals(aggregation.input().name())) {
        throw new IllegalArgumentException(
            ("The snapshot is of %s over %s, but this window is of %s over %s; restore it into a"
                    + " window of the first.")
                .formatted(name, input, aggregation.name(), aggregation.input()));
      }
      return in;
    } catch (EOFException damaged) {
      throw damaged("it ends in its header", damaged);
    } catch (IOException damaged) {
      throw damaged(damaged.getMessage(), damaged);
    }
  }

  /** The rejection of bytes that no window wrote. */
  static IllegalArgumentException damaged(String what, IOException cause) {
    return new IllegalArgumentException("The snapshot is damaged: " + what, cause);
  }
}
