package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Forgery;
import dev.finestra.testing.Histories;
import dev.finestra.testing.Histories.Size;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Trials;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Bytes that are no valid snapshot are rejected with a clear message, without allocating memory,
 * and the window stays unchanged.
 */
class SnapshotBytesTest {
  /**
   * Enough memory for a window, its buffers and an exception, and far less than for a damaged
   * length.
   */
  private static final long MOST_BYTES = 4 << 20;

  /** A trial on a window with entries, and on a snapshot of another such window. */
  @FunctionalInterface
  private interface Attack {
    <O> void on(Contract<O> contract, byte[] snapshot, SplittableRandom random);
  }

  private static void attack(long seed, boolean all, Attack attack) {
    Choice.each(seed, all, a -> true, choice -> attack(seed, choice, choice.contract(), attack));
  }

  private static <O> void attack(long seed, Choice choice, Contract<O> contract, Attack attack) {
    try {
      Contract<O> other = contract.another();
      Histories.of(seed, choice.inOrder(), Size.SMALL).operations().forEach(other::perform);
      Histories.of(~seed, choice.inOrder(), Size.SMALL).operations().forEach(contract::perform);
      attack.on(contract, other.window().snapshot(), choice.random());
      contract.compareAll();
    } catch (AssertionError | RuntimeException wrong) {
      throw new AssertionError(choice + ": " + wrong.getMessage(), wrong);
    }
  }

  private static void refuse(Contract<?> contract, byte[] bytes, String what) {
    SlidingWindow<?> window = contract.window();
    try {
      window.restore(bytes);
    } catch (IllegalArgumentException refused) {
      assertTrue(refused.getMessage().contains("snapshot"), what + ": " + refused.getMessage());
      assertEquals(contract.oracle().size(), window.size(), what);
      return;
    }
    throw new AssertionError(what + " was accepted");
  }

  @Test
  void shouldRefuseEveryFlippedBit() {
    AtomicLong bits = new AtomicLong();
    long start = System.nanoTime();
    Attack flips =
        new Attack() {
          @Override
          public <O> void on(Contract<O> contract, byte[] snapshot, SplittableRandom random) {
            for (int bit = 0; bit < 8 * snapshot.length; bit++) {
              snapshot[bit / 8] ^= (byte) (1 << bit % 8);
              refuse(contract, snapshot, "a snapshot with bit " + bit + " flipped");
              snapshot[bit / 8] ^= (byte) (1 << bit % 8);
            }
            bits.addAndGet(8L * snapshot.length);
          }
        };
    Trials.run(100, 2_000, "snapshots", (seed, all) -> attack(seed, all, flips));
    Trials.report(bits.get(), "flipped bits", start);
  }

  @Test
  void shouldRefuseEveryTruncation() {
    Attack cuts =
        new Attack() {
          @Override
          public <O> void on(Contract<O> contract, byte[] snapshot, SplittableRandom random) {
            for (int length = 0; length < snapshot.length; length++) {
              byte[] cut = java.util.Arrays.copyOf(snapshot, length);
              refuse(contract, cut, "a snapshot cut to " + length);
              if (length >= 4) {
                refuse(contract, Forgery.sealed(cut), "a sealed snapshot cut to " + length);
              }
            }
            int longer = snapshot.length + 1 + random.nextInt(20);
            refuse(contract, java.util.Arrays.copyOf(snapshot, longer), "a longer snapshot");
            refuse(contract, Forgery.cut(snapshot, longer), "a longer snapshot, sealed");
          }
        };
    Trials.run(200, 4_000, "snapshots cut everywhere", (seed, all) -> attack(seed, all, cuts));
  }

  @Test
  void shouldRefuseGarbage() {
    Attack garbage =
        new Attack() {
          @Override
          public <O> void on(Contract<O> contract, byte[] snapshot, SplittableRandom random) {
            for (int i = 0; i < 100; i++) {
              byte[] bytes = new byte[1 + random.nextInt(200)];
              random.nextBytes(bytes);
              System.arraycopy(
                  snapshot, 0, bytes, 0, random.nextInt(Math.min(bytes.length, snapshot.length)));
              // The last random bytes may be those of the snapshot.
              if (!java.util.Arrays.equals(bytes, snapshot)) {
                refuse(contract, bytes, "garbage");
              }
            }
          }
        };
    Trials.run(
        200, 20_000, "times 100 pieces of garbage", (seed, all) -> attack(seed, all, garbage));
  }

  /**
   * Damage with a correct checksum is rejected, or accepted whole if it is another valid content.
   */
  @Test
  void shouldRefuseForgedContentOrTakeItWhole() {
    AtomicLong refused = new AtomicLong();
    AtomicLong taken = new AtomicLong();
    long start = System.nanoTime();
    Attack forgeries =
        new Attack() {
          @Override
          public <O> void on(Contract<O> contract, byte[] snapshot, SplittableRandom random) {
            for (int i = 0; i < 50; i++) {
              byte[] forged = snapshot.clone();
              for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                forged[random.nextInt(forged.length - 4)] = (byte) random.nextInt();
              }
              SlidingWindow<O> window = contract.another().window();
              window.restore(contract.window().snapshot());
              try {
                window.restore(Forgery.sealed(forged));
                window.query();
                taken.incrementAndGet();
              } catch (IllegalArgumentException expected) {
                assertEquals(contract.oracle().size(), window.size(), expected.getMessage());
                assertEquals(contract.oracle().query(), window.query(), expected.getMessage());
                window.checkInvariants();
                refused.incrementAndGet();
              }
            }
          }
        };
    Trials.run(400, 40_000, "times 50 forgeries", (seed, all) -> attack(seed, all, forgeries));
    Trials.report(refused.get(), "forgeries refused", start);
    Trials.report(taken.get(), "forgeries that are sound", start);
    assertTrue(refused.get() > 0, "no forgery was refused");
  }

  /** Any eight bytes may be a length; the test replaces each with a huge number. */
  @Test
  void shouldRefuseAbsurdLengthsWithoutTakingMemory() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] absurd = {
      Long.MAX_VALUE, Long.MIN_VALUE, -1, 1L << 40, Integer.MAX_VALUE, (1L << 32) * 0x7fff_fff0
    };
    Attack lengths =
        new Attack() {
          @Override
          public <O> void on(Contract<O> contract, byte[] snapshot, SplittableRandom random) {
            for (int at = 4; at + 8 <= snapshot.length - 4; at++) {
              for (long length : absurd) {
                SlidingWindow<O> window = contract.another().window();
                byte[] forged = Forgery.with(snapshot, at, length);
                long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
                try {
                  window.restore(forged);
                } catch (IllegalArgumentException expected) {
                  assertTrue(window.isEmpty());
                }
                long took =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
                assertTrue(took < MOST_BYTES, took + " bytes were taken for a length at " + at);
              }
            }
          }
        };
    Trials.run(
        4,
        200,
        "snapshots of absurd lengths, each algorithm",
        (s, all) -> attack(s, true, lengths));
  }

  @Test
  void shouldSayWhichVersionItReads() {
    byte[] snapshot = dev.finestra.SlidingWindows.of("b_fiba4", "count").snapshot();
    ByteBuffer.wrap(snapshot).putShort(4, (short) 999);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    dev.finestra.SlidingWindows.of("b_fiba4", "count")
                        .restore(Forgery.sealed(snapshot)))
            .getMessage();
    assertTrue(message.contains("999"), message);
  }

  /** A restore replaces any earlier content. */
  @Test
  void shouldReplaceEarlierContent() {
    Attack replace =
        new Attack() {
          @Override
          public <O> void on(Contract<O> contract, byte[] snapshot, SplittableRandom random) {
            Contract<O> empty = contract.another();
            contract.window().restore(snapshot);
            empty.window().restore(snapshot);
            assertEquals(empty.window().query(), contract.window().query());
            assertEquals(empty.window().size(), contract.window().size());
            contract.window().checkInvariants();
            contract.window().clear();
            contract.perform(Operation.of(Kind.CLEAR));
          }
        };
    Trials.run(1_000, 20_000, "restores over a window", (s, all) -> attack(s, all, replace));
  }
}
