package dev.finestra.bench;

import java.util.List;

/**
 * How long and how often to measure.
 *
 * @param seconds thread CPU time of a run, at least; a run ends on a whole turn of the window
 * @param runs runs in one JVM
 * @param warm thread CPU time before the first run, at least
 */
record Settings(double seconds, int runs, double warm) {
  Settings {
    if (!(seconds > 0 && seconds <= 600)) {
      throw new IllegalArgumentException(
          "--seconds is " + seconds + "; a run takes more than 0 and at most 600");
    }
    if (runs < 1 || runs > 100) {
      throw new IllegalArgumentException("--runs is " + runs + "; 1 to 100 would fit");
    }
  }

  List<String> arguments() {
    return List.of(
        "--seconds",
        Double.toString(seconds),
        "--runs",
        Integer.toString(runs),
        "--warm",
        "" + warm);
  }
}
