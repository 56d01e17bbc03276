package dev.finestra.flink;

import dev.finestra.testing.Trials;

/**
 * Many texts in any order, each as often as it came, in two words.
 *
 * @param results how many
 * @param sum of what each is spread to
 */
record Digest(long results, long sum) {
  Digest with(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = Trials.mix(hash * 31 + text.charAt(i));
    }
    return new Digest(results + 1, sum + hash);
  }
}
