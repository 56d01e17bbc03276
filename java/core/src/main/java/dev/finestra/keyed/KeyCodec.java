package dev.finestra.keyed;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes and reads keys for a snapshot. A snapshot does not say which codec wrote it, so read it
 * with the same one.
 */
public interface KeyCodec<K> {
  /** Keys of text, of at most 16,777,216 characters. */
  KeyCodec<String> TEXT = new TextKeys();

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

  /** Reads what {@link #write} wrote; throws an {@link IOException} for damaged bytes. */
  K read(DataInput in) throws IOException;
}
