package dev.finestra.paged;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.testing.Trials;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pages come back as they were written, by this version or the one before; others are refused. */
final class PageCodecTest {
  private static final PageCodec CODEC =
      new PageCodec(Aggregations.of("sum_wrapping", ValueType.LONG));

  @Test
  void shouldGiveBackEverySlot() {
    Trials.run(
        10_000,
        200_000,
        "pages",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          Page page = new Page(slots(random), slots(random));
          assertSame(page, read(written(page)));
        });
  }

  private static long[] slots(SplittableRandom random) {
    int of = 1 + random.nextInt(20);
    return random
        .ints(random.nextInt(40), 0, of)
        .mapToLong(i -> i == 0 ? random.nextLong() >> random.nextInt(64) : 0)
        .toArray();
  }

  @Test
  void shouldTakeNoRoomForSlotsThatAreNotUsed() throws IOException {
    long[] words = new long[96];
    words[40] = 7;
    assertTrue(written(new Page(new long[64], words)).length < 96);
  }

  @Test
  void shouldTakeFewBytesForTimesThatAreNear() throws IOException {
    long[] times = LongStream.range(0, 64).map(i -> 1_700_000_000_000L + 1_000 * i).toArray();
    assertTrue(written(new Page(times, new long[0])).length < 64 * 3);
  }

  @Test
  void shouldReadWhatTheFirstVersionWrote() throws IOException {
    Page page = new Page(new long[] {3, 0, -1, 0, 0, 0, 0, 0, 5}, new long[] {0, Long.MIN_VALUE});
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(1);
    for (long[] slots : new long[][] {page.longs, page.words}) {
      out.writeInt(slots.length);
      for (long slot : slots) {
        out.writeLong(slot);
      }
    }
    assertSame(page, read(bytes.toByteArray()));
  }

  @Test
  void shouldRefuseOtherVersionsAndAbsurdLengths() throws IOException {
    byte[] bytes = written(new Page(new long[] {3}, new long[] {4}));
    for (int version : new int[] {0, 3, -1}) {
      bytes[0] = (byte) version;
      IOException refused = assertThrows(IOException.class, () -> read(bytes));
      assertTrue(refused.getMessage().contains("version " + version), refused.getMessage());
    }
    bytes[0] = 2;
    bytes[1] = 0x7f;
    assertThrows(IOException.class, () -> read(bytes));
    bytes[1] = 0;
    bytes[5] = (byte) 0x90;
    IOException refused = assertThrows(IOException.class, () -> read(bytes));
    assertTrue(refused.getMessage().contains("a slot of 9 bytes"), refused.getMessage());
  }

  private static byte[] written(Page page) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CODEC.write(page, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Page read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Page page = CODEC.read(in);
    assertEquals(0, in.available(), "bytes behind the page");
    return page;
  }

  private static void assertSame(Page expected, Page actual) {
    assertArrayEquals(expected.longs, actual.longs);
    assertArrayEquals(expected.words, actual.words);
  }
}
