package dev.finestra.tools.cli.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.TextTable;

/** A table as text: a header, a rule, and rows, in columns as wide as their longest cell. */
public final class TextColumns {
  private static final int GAP = 2;

  private final List<String[]> rows = new ArrayList<>();

  public TextColumns(String... header) {
    rows.add(header);
  }

  public void row(String... cells) {
    rows.add(cells);
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].codePointCount(0, row[i].length()));
      }
    }
    TextTable table =
        TextTable.forColumnWidths(
            Help.defaultColorScheme(Ansi.OFF), Arrays.stream(widths).map(w -> w + GAP).toArray());
    table.addRowValues(rows.get(0));
    table.addRowValues(Arrays.stream(widths).mapToObj("-"::repeat).toArray(String[]::new));
    rows.stream().skip(1).forEach(table::addRowValues);
    return table.toString();
  }
}
