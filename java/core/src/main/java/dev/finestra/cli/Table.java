package dev.finestra.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of text, printed in aligned columns two blanks apart. */
final class Table {
  private final List<String[]> rows = new ArrayList<>();

  Table(String... header) {
    rows.add(header);
  }

  void row(String... cells) {
    rows.add(cells);
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], width(row[i]));
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        line.append(row[i]).append(" ".repeat(widths[i] - width(row[i]) + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
      if (row == rows.get(0)) {
        text.append(rule(widths)).append('\n');
      }
    }
    return text.toString();
  }

  private static String rule(int[] widths) {
    return String.join("  ", Arrays.stream(widths).mapToObj("-"::repeat).toList());
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
