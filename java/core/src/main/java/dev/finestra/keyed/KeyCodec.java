package dev.finestra.keyed;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes and reads keys for a snapshot. */
public interface KeyCodec<K> {
  /** Keys of text. */
  KeyCodec<String> TEXT =
      new KeyCodec<>() {
        @Override
        public void write(String key, DataOutput out) throws IOException {
          out.writeUTF(key);
        }

        @Override
        public String read(DataInput in) throws IOException {
          return in.readUTF();
        }
      };

  /** Keys of longs. */
  KeyCodec<Long> LONG =
      new KeyCodec<>() {
        @Override
        public void write(Long key, DataOutput out) throws IOException {
          out.writeLong(key);
        }

        @Override
        public Long read(DataInput in) throws IOException {
          return in.readLong();
        }
      };

  void write(K key, DataOutput out) throws IOException;

  /** Reads what {@link #write} wrote; refuses damage with an {@link IOException}. */
  K read(DataInput in) throws IOException;
}
