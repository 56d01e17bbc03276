package dev.finestra.bench;

import java.util.List;

/**
 * How long and how often a point is measured.
 *
 * @param seconds least thread CPU time of a run, which ends after a whole turn of the window
 * @param runs runs in one JVM
 * @param warm least thread CPU time before the first run
 */
record RunSettings(double seconds, int runs, double warm) {
  RunSettings {
    if (!(seconds > 0 && seconds <= 600)) {
      throw new IllegalArgumentException(
          "--seconds is " + seconds + "; it must be more than 0 and at most 600");
    }
    if (runs < 1 || runs > 100) {
      throw new IllegalArgumentException("--runs is " + runs + "; it must be from 1 to 100");
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
