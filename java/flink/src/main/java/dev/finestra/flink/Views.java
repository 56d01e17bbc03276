package dev.finestra.flink;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;

/** Java's data streams as Flink's views; where they are views already, themselves. */
final class Views {
  private Views() {}

  static DataOutputView of(DataOutput out) {
    return out instanceof DataOutputView view
        ? view
        : new DataOutputViewStreamWrapper(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                out.write(b);
              }

              @Override
              public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
              }
            });
  }

  static DataInputView of(DataInput in) {
    return in instanceof DataInputView view
        ? view
        : new DataInputViewStreamWrapper(
            new InputStream() {
              @Override
              public int read() throws IOException {
                return in.readUnsignedByte();
              }

              @Override
              public int read(byte[] to, int from, int length) throws IOException {
                in.readFully(to, from, length);
                return length;
              }
            });
  }
}
