package dev.finestra.testing;

/**
 * Counts what an aggregation is asked for, and throws when it was told to.
 *
 * <p>For one window, on one thread.
 */
public final class Probe {
  /** Combines so far, and uncombines. */
  public long combines;

  /** Lifts so far. */
  public long lifts;

  private long failingCombine;
  private long failingLift;

  /** What a probe throws. */
  public static final class Planted extends UnsupportedOperationException {
    private static final long serialVersionUID = 1L;

    Planted(String what) {
      super(what);
    }

    /** Takes no time: it is thrown by the million. */
    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  /** Makes the combine after {@code more} others throw, once. */
  public void failCombineAfter(long more) {
    failingCombine = combines + more + 1;
  }

  /** Makes the lift after {@code more} others throw, once. */
  public void failLiftAfter(long more) {
    failingLift = lifts + more + 1;
  }

  /** Nothing throws any more. */
  public void heal() {
    failingCombine = 0;
    failingLift = 0;
  }

  public void combine() {
    if (++combines == failingCombine) {
      throw new Planted("planted at combine " + combines);
    }
  }

  public void lift() {
    if (++lifts == failingLift) {
      throw new Planted("planted at lift " + lifts);
    }
  }
}
