package dev.finestra.cli;

import dev.finestra.Drawn;
import dev.finestra.SlidingWindow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * {@code finestra show} as data: runs the operations of a replay, and prints the tree that they
 * leave as one line of JSON. Python draws it.
 */
final class Show {
  static final String HELP =
      """
      finestra show --algorithm A --aggregation G [--type long|double|string]

      Reads the operations of a replay from standard input (finestra replay --help), and prints the tree that they
      leave as one line of JSON: its nodes, each with its entries, its spine, and the aggregate that it keeps there.
      A is a tree: b_fiba<µ>, nb_fiba<µ>, fiba or btree<µ>; or auto, once the operations have made it one.
      """;

  private Show() {}

  static void run(List<String> given, InputStream in, OutputStream to)
      throws BadInput, IOException {
    SlidingWindow<Object> window =
        Replay.window("show", given, in, OutputStream.nullOutputStream());
    if (!(window instanceof Drawn drawn)) {
      throw new BadInput(
          "show draws trees, and "
              + window.algorithm().name()
              + " is none; these are: b_fiba4, nb_fiba4, btree4 and the like, of any arity");
    }
    try {
      Main.print(to, Json.of(drawn.drawing()) + "\n");
    } catch (UnsupportedOperationException none) {
      throw new BadInput("show draws trees: " + none.getMessage());
    } catch (ArithmeticException beyond) {
      throw new BadInput("show: " + beyond.getMessage());
    }
  }
}
