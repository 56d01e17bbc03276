package dev.finestra.keyed;

import dev.finestra.aggregation.Packed;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Keys of text. Those of up to {@value #SHORT} characters, all but a few, are written by {@link
 * DataOutput#writeUTF}, which takes no more than 65,535 bytes. Before a longer one stands what that
 * never writes, a text of the one byte {@value #LONG}.
 */
final class TextKeys implements KeyCodec<String> {
  /** A character takes up to three bytes. */
  private static final int SHORT = 65_535 / 3;

  private static final int LONG = 0xff;

  @Override
  public void write(String key, DataOutput out) throws IOException {
    if (key.length() <= SHORT) {
      out.writeUTF(key);
    } else {
      out.writeShort(1);
      out.writeByte(LONG);
      Packed.writeText(key, out);
    }
  }

  @Override
  public String read(DataInput in) throws IOException {
    int length = in.readUnsignedShort();
    byte[] utf = new byte[2 + length];
    in.readFully(utf, 2, length);
    if (length == 1 && utf[2] == (byte) LONG) {
      return Packed.readText(in);
    }
    utf[0] = (byte) (length >>> 8);
    utf[1] = (byte) length;
    return new DataInputStream(new ByteArrayInputStream(utf)).readUTF();
  }
}
