package dev.finestra.keyed;

import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Keys of text. {@link DataOutput#writeUTF}, which writes at most 65,535 bytes, writes those of up
 * to {@value #SHORT} characters. A longer key follows a marker that {@code writeUTF} never writes:
 * a text of the single byte {@value #LONG}.
 */
final class TextKeys implements KeyCodec<String> {
  /** A character needs up to three bytes. */
  private static final int SHORT = 65_535 / 3;

  private static final int LONG = 0xff;

  @Override
  public void write(String key, DataOutput out) throws IOException {
    if (key.length() <= SHORT) {
      out.writeUTF(key);
    } else {
      out.writeShort(1);
      out.writeByte(LONG);
      ValueCodec.writeText(key, out);
    }
  }

  @Override
  public String read(DataInput in) throws IOException {
    int length = in.readUnsignedShort();
    byte[] utf = new byte[2 + length];
    in.readFully(utf, 2, length);
    if (length == 1 && utf[2] == (byte) LONG) {
      return ValueCodec.readText(in);
    }
    utf[0] = (byte) (length >>> 8);
    utf[1] = (byte) length;
    return new DataInputStream(new ByteArrayInputStream(utf)).readUTF();
  }
}
