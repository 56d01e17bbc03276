package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.MapFunction;

/**
 * The rows of {@link Soak}, at a fixed rate. Each cycle is a year later than the one before, and
 * has all hard cases: half of the rows have one key, one row in ten has a key that never comes
 * again, a tenth of the cycle comes at once with one timestamp, and the timestamp of one row in
 * 1,000 is a day too early or too late. After the last cycle many rows with one timestamp come at
 * once.
 *
 * <p>A row's {@code price} is the machine's time when it was made. Its {@code weight} is the common
 * time of the rows, which watermarks follow.
 */
final class SoakRows implements MapFunction<Long, Trade> {
  private static final long serialVersionUID = 1L;

  static final String HOT = "hot";

  /** How far rows are out of order, in milliseconds. */
  static final int DISORDER = 200;

  private static final long DAY = TimeUnit.DAYS.toMillis(1);
  private static final long YEAR = 365 * DAY;

  /** How many rows were made. */
  static final AtomicLong MADE = new AtomicLong();

  private final int rate;
  private final long cycle;
  private final long paced;
  private transient long began;

  /**
   * @param rate rows per second
   * @param cycle rows per cycle
   * @param paced rows in all cycles together
   */
  SoakRows(int rate, long cycle, long paced) {
    this.rate = rate;
    this.cycle = cycle;
    this.paced = paced;
  }

  @Override
  public Trade map(Long number) throws Exception {
    pace(Math.min(number, paced));
    MADE.incrementAndGet();
    long mixed = Trials.mix(number);
    long come = come(Math.min(number, paced), cycle, rate);
    if (number >= paced) {
      return new Trade(key(number, mixed), come, System.currentTimeMillis(), come);
    }
    long time = come - Math.floorMod(mixed, DISORDER);
    long skewed = Math.floorMod(mixed >>> 10, 2_000L);
    if (skewed < 2) {
      time += skewed == 0 ? DAY : -DAY;
    }
    return new Trade(key(number, mixed), time, System.currentTimeMillis(), come);
  }

  private static String key(long number, long mixed) {
    if (number % 2 == 0) {
      return HOT;
    }
    if (number % 10 == 1) {
      return "silent" + number;
    }
    long key = Math.floorMod(mixed >>> 24, 1_000L);
    return key < 2 ? "day" + key : "k" + key;
  }

  /** The common time of the rows when this row is made. */
  static long come(long number, long cycle, int rate) {
    long inCycle = number % cycle;
    long burst = cycle / 2;
    long at = inCycle < burst || inCycle >= burst + cycle / 10 ? inCycle : burst;
    return (number / cycle) * YEAR + 2 * DAY + at * 1_000 / rate;
  }

  private void pace(long number) throws InterruptedException {
    if (began == 0) {
      began = System.nanoTime();
    }
    long inCycle = number % cycle;
    long burst = cycle / 2;
    // All rows of the burst are due at the same time.
    long due = inCycle < burst || inCycle >= burst + cycle / 10 ? number : number - inCycle + burst;
    long wait = began + due * 1_000_000_000 / rate - System.nanoTime();
    if (wait > 0) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
  }
}
