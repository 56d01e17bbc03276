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
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages are read as they were written; pages of other versions are rejected. */
final class PageCodecTest {
  /** Codecs of partial results of one word, of two, and of more. */
  private static final List<PageCodec> CODECS =
      Stream.of("sum_wrapping", "mean", "kurtosis")
          .map(name -> new PageCodec(Aggregations.of(name, ValueType.LONG)))
          .toList();

  private static final PageCodec CODEC = CODECS.get(0);

  @Test
  void shouldGiveBackEverySlot() {
    Trials.run(
        10_000,
        200_000,
        "pages",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          PageCodec codec = CODECS.get(random.nextInt(CODECS.size()));
          Page page = new Page(slots(random), slots(random));
          assertSame(page, read(codec, written(codec, page)));
        });
  }

  private static long[] slots(SplittableRandom random) {
    int of = 1 + random.nextInt(20);
    return random
        .ints(random.nextInt(40), 0, of)
        .mapToLong(i -> i > 1 ? 0 : i == 1 ? 7 : random.nextLong() >> random.nextInt(64))
        .toArray();
  }

  @Test
  void shouldGiveBackManySlots() throws IOException {
    long[] slots = new SplittableRandom(7).longs(20_001).toArray();
    Page page = new Page(slots, LongStream.range(0, 9_999).toArray());
    assertSame(page, read(written(page)));
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
  void shouldCompareWordsOfOneKind() throws IOException {
    PageCodec means = new PageCodec(Aggregations.of("mean", ValueType.DOUBLE));
    long[] words = new long[32];
    for (int i = 0; i < words.length; i += 2) {
      words[i] = Double.doubleToLongBits(0.1 * i + 1);
      words[i + 1] = 10;
    }
    Page page = new Page(new long[0], words);
    byte[] bytes = written(means, page);
    assertSame(page, read(means, bytes));
    assertTrue(bytes.length < 16 * 9 + 16, bytes.length + " bytes");
  }

  @Test
  void shouldRefuseOtherVersionsAndAbsurdSlots() throws IOException {
    byte[] bytes = written(new Page(new long[] {3}, new long[] {4}));
    for (int version : new int[] {0, 2, -1}) {
      bytes[0] = (byte) version;
      IOException refused = assertThrows(IOException.class, () -> read(bytes));
      assertTrue(refused.getMessage().contains("version " + version), refused.getMessage());
    }
    bytes[0] = 1;
    bytes[2] = (byte) 0xa0;
    IOException refused = assertThrows(IOException.class, () -> read(bytes));
    assertTrue(refused.getMessage().contains("a slot of 10 bytes"), refused.getMessage());
    bytes[2] = 0x11;
    refused = assertThrows(IOException.class, () -> read(bytes));
    assertTrue(refused.getMessage().contains("after its last slot"), refused.getMessage());
  }

  @Test
  void shouldRefuseCountsThatNoPageHas() {
    for (String count : List.of("81808008", "ffffff7f", "8080808001", "8080808080")) {
      byte[] bytes = HexFormat.of().parseHex("01" + count + "00".repeat(100));
      IOException refused = assertThrows(IOException.class, () -> read(bytes), count);
      assertTrue(refused.getMessage().contains("more than 16777216 slots"), refused.getMessage());
    }
  }

  @Test
  void shouldWriteAShortCountInOneByte() throws IOException {
    assertEquals("01" + "01" + "10" + "06" + "01" + "10" + "08", hex(new long[] {3}, 4));
    assertEquals(1 + 1 + 64 + 1, written(new Page(new long[127], new long[0])).length);
    assertEquals(1 + 2 + 64 + 1, written(new Page(new long[128], new long[0])).length);
    assertEquals(1 + 2 + 8_192 + 1, written(new Page(new long[16_383], new long[0])).length);
    assertEquals(1 + 3 + 8_192 + 1, written(new Page(new long[16_384], new long[0])).length);
  }

  private static String hex(long[] longs, long... words) throws IOException {
    return HexFormat.of().formatHex(written(new Page(longs, words)));
  }

  private static byte[] written(Page page) throws IOException {
    return written(CODEC, page);
  }

  private static Page read(byte[] bytes) throws IOException {
    return read(CODEC, bytes);
  }

  private static byte[] written(PageCodec codec, Page page) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(page, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Page read(PageCodec codec, byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Page page = codec.read(in);
    assertEquals(0, in.available(), "bytes behind the page");
    return page;
  }

  private static void assertSame(Page expected, Page actual) {
    assertArrayEquals(expected.longs, actual.longs());
    assertArrayEquals(expected.words, actual.words);
  }
}
