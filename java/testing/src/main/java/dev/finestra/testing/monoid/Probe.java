package dev.finestra.testing.monoid;

/**
 * Counts the calls of an aggregation, and throws when a test wants it to.
 *
 * <p>For one window, on one thread.
 */
public final class Probe {
  /** Number of combines and uncombines. */
  public long combines;

  /** Number of lifts. */
  public long lifts;

  private long failingCombine;
  private long failingLift;

  /** The exception that a probe throws. */
  public static final class Planted extends UnsupportedOperationException {
    private static final long serialVersionUID = 1L;

    Planted(String what) {
      super(what);
    }

    /** Without a stack trace, because millions of these are thrown. */
    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  /** Lets {@code more} combines pass and the next one throw, once. */
  public void failCombineAfter(long more) {
    failingCombine = combines + more + 1;
  }

  /** Lets {@code more} lifts pass and the next one throw, once. */
  public void failLiftAfter(long more) {
    failingLift = lifts + more + 1;
  }

  /** Cancels planned exceptions. */
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
