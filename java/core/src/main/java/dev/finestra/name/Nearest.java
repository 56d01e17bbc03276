package dev.finestra.name;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The names nearest to a mistyped one, for error messages. */
public final class Nearest {
  private Nearest() {}

  /** At most three names, nearest first: by edit distance, and one that it begins is near. */
  public static List<String> to(String name, Collection<String> names) {
    return names.stream()
        .sorted(
            Comparator.comparingInt((String n) -> n.startsWith(name) ? 1 : distance(name, n))
                .thenComparing(n -> n))
        .limit(3)
        .toList();
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
