package dev.finestra.flink;

/** Session windows: rows whose times are at most a gap apart belong together. */
record Sessions(long gap) implements Kind {

  Sessions {
    Kind.span("the gap of the sessions", gap);
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
