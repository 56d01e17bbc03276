package dev.finestra.windowing.internal.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.paged.Page;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The versions of a state entry's bytes. */
class StateEntryCodecTest {
  private final StateEntryCodec codec = new StateEntryCodec(Aggregations.of("sum", ValueType.LONG));

  private byte[] bytes(StateEntry entry) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(entry, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private StateEntry read(byte[] bytes) throws IOException {
    return codec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static StateEntry entry(long next, long timer) {
    KeyHeader header = new KeyHeader();
    header.next = next;
    header.timer = timer;
    StateEntry entry = new StateEntry();
    entry.set(new Page(new long[] {-1, 70}, new long[] {5}), header);
    return entry;
  }

  private static void assertHeader(long next, long timer, StateEntry entry) {
    KeyHeader header = new KeyHeader();
    entry.loadInto(header);
    assertEquals(next, header.next);
    assertEquals(timer, header.timer);
    assertArrayEquals(new long[] {-1, 70}, entry.page().longs());
    assertArrayEquals(new long[] {5}, entry.page().words);
  }

  @Test
  void shouldStoreATimerOnlyIfItDoesNotWaitForTheNextResult() throws IOException {
    for (long[] one :
        new long[][] {{80, 79}, {80, 20}, {80, KeyHeader.NEVER}, {KeyHeader.NEVER, 3}}) {
      assertHeader(one[0], one[1], read(bytes(entry(one[0], one[1]))));
    }
    assertEquals(8, bytes(entry(80, 20)).length - bytes(entry(80, 79)).length);
  }

  @Test
  void shouldReadEntriesOfFinestra010() throws IOException {
    assertHeader(80, 20, read(firstVersion(bytes(entry(80, 20)))));
    // Without the timer's bit, version 1 has no timer.
    assertHeader(80, KeyHeader.NEVER, read(firstVersion(bytes(entry(80, 79)))));
    byte[] damaged = firstVersion(bytes(entry(80, 20)));
    damaged[2] = 2;
    assertThrows(IOException.class, () -> read(damaged));
  }

  /** Version 1 has a byte each for the version, the parts and the version of the header. */
  private static byte[] firstVersion(byte[] bytes) {
    byte[] first = new byte[bytes.length + 2];
    first[0] = 1;
    first[1] = (byte) (bytes[0] & 15);
    first[2] = 1;
    System.arraycopy(bytes, 1, first, 3, bytes.length - 1);
    return first;
  }

  @Test
  void shouldRefuseOtherVersions() throws IOException {
    byte[] bytes = bytes(entry(80, 79));
    for (int first : new int[] {0, 0x13, 0x33}) {
      bytes[0] = (byte) first;
      IOException refused = assertThrows(IOException.class, () -> read(bytes));
      assertTrue(refused.getMessage().contains("version " + (first >> 4)), refused.getMessage());
    }
  }
}
