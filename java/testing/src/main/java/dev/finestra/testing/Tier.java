package dev.finestra.testing;

import java.util.Locale;

/**
 * How much work one run of the tests does. All figures of the tiers are here.
 *
 * <table> <caption>The tiers</caption> <tr><th>tier</th><th>command</th><th>random
 * suites</th><th>for at most</th><th>tests marked {@link FromTier}</th></tr> <tr><td>{@link #SHORT}</td><td>{@code make
 * test}</td><td>a twentieth of the push's trials</td> <td>5 s each</td> <td>skipped, and owed</td></tr> <tr><td>{@link
 * #PUSH}</td><td>{@code make check}</td><td>the push's trials</td> <td>10 s each</td> <td>those of the push</td></tr>
 * <tr><td>{@link #LONG}</td><td>{@code make test-long}</td><td>the long run's trials</td> <td>no limit</td>
 * <td>all</td></tr> </table>
 *
 * <p>{@code -Dfinestra.tier=push} sets the tier; without it a run is short. {@code
 * -Dfinestra.trials=0.01} sets the share of the trials instead, for a quick look.
 *
 * <p>A test that did less than a push demands is <em>owed</em>: the short tier writes its name to
 * {@code target/owed-tests.txt}, and {@code make check} runs exactly these tests again.
 */
public enum Tier {
  SHORT(0.05, 5),
  PUSH(1, 10),
  LONG(1, 0);

  private static final Tier CURRENT =
      valueOf(System.getProperty("finestra.tier", "short").toUpperCase(Locale.ROOT));

  private final double share;
  private final long seconds;

  /**
   * @param seconds the time limit of a random test; 0 for none
   */
  Tier(double share, long seconds) {
    this.share = share;
    this.seconds = seconds;
  }

  /**
   * Whether a random test that has run for this time starts no more trials, so that a slow machine
   * does not run for hours.
   */
  boolean isOver(long nanos) {
    return seconds > 0 && nanos > seconds * 1_000_000_000;
  }

  /** The tier of this run. */
  public static Tier current() {
    return CURRENT;
  }

  /** The figure of this run's tier, for work that is not a number of trials. */
  public static long figure(long atShort, long atPush, long atLong) {
    if (CURRENT == SHORT && atShort != atPush) {
      Owed.note(TestName.ofCaller());
    }
    return switch (CURRENT) {
      case SHORT -> atShort;
      case PUSH -> atPush;
      case LONG -> atLong;
    };
  }

  /** The number of trials in this run, at least one. */
  static long trials(long atPush, long atLong) {
    double part =
        Double.parseDouble(System.getProperty("finestra.trials", String.valueOf(CURRENT.share)));
    long count = Math.max(1, Math.round((CURRENT == LONG ? atLong : atPush) * part));
    if (CURRENT == SHORT && count < atPush) {
      Owed.note(TestName.ofCaller());
    }
    return count;
  }
}
