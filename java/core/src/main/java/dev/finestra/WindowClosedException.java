package dev.finestra;

/**
 * Thrown by a window that closed because user code threw in the middle of a change; the cause is
 * the exception that it threw.
 */
public final class WindowClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public WindowClosedException(Throwable cause) {
    super(
        "This window closed when its aggregation threw in the middle of a change (see the cause). "
            + "Make a new one and restore the last snapshot.",
        cause);
  }
}
