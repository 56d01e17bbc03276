package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.MapFunction;

/**
 * The rows of {@link Soak}, as fast as its clock says. Each cycle is a year later than the one
 * before, and has all that is hard: half of the rows are of one key, one in ten is of a key that
 * never comes again, a tenth of the cycle comes at once with one timestamp, and one row in 1,000 is
 * of a clock that is a day ahead or behind. After the last cycle rows come all at once, all of one
 * timestamp.
 *
 * <p>A row's {@code price} is when it was made, by the clock; its {@code weight} the time that has
 * come, to which watermarks go, whatever single clocks say.
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
   * @param rate how many rows a second
   * @param cycle how many rows a cycle
   * @param paced how many rows of cycles
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

  /** The time that has come when this row is made. */
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
    // Those of the burst are all due when the first is.
    long due = inCycle < burst || inCycle >= burst + cycle / 10 ? number : number - inCycle + burst;
    long wait = began + due * 1_000_000_000 / rate - System.nanoTime();
    if (wait > 0) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
  }
}
