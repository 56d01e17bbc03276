package dev.finestra.windowing;

/** Session windows: a row joins a session when it is at most one gap away from a row of it. */
public record SessionWindow(long gap) implements WindowKind {

  public SessionWindow {
    WindowKind.span("The gap of the sessions", gap);
  }

  @Override
  public String described() {
    return "sessions(" + gap + ")";
  }

  @Override
  public boolean isEventTime() {
    return true;
  }

  @Override
  public boolean hasBounds() {
    return true;
  }
}
