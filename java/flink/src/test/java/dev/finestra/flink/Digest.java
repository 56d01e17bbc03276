package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.io.Serializable;

/**
 * A checksum of many texts that does not depend on their order.
 *
 * @param results the number of texts
 * @param sum the sum of their hashes
 */
record Digest(long results, long sum) implements Serializable {
  Digest with(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = Trials.mix(hash * 31 + text.charAt(i));
    }
    return new Digest(results + 1, sum + hash);
  }
}
