package dev.finestra.tools.cli.replay;

import dev.finestra.Drawn;
import dev.finestra.SlidingWindow;
import dev.finestra.tools.cli.common.BadInputException;
import dev.finestra.tools.cli.common.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code show} as data: the tree that operations build. Python's {@code finestra show} draws it.
 */
@Command(
    name = "show",
    sortOptions = false,
    description = {
      "",
      "Reads the operations of 'finestra replay' from standard input. Prints the nodes of the tree,"
          + " each with its entries, its place and the aggregate that it stores.",
      "",
      "The algorithm is a tree: b_fiba<µ>, nb_fiba<µ>, fiba or btree<µ>; or auto, if the operations"
          + " make it choose a tree.",
      ""
    })
public final class ShowCommand implements Callable<Integer> {
  private final InputStream in;
  private final OutputStream out;

  @Mixin private WindowNames names;

  public ShowCommand(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public Integer call() throws BadInputException, IOException {
    SlidingWindow<Object> window = Replayer.run("show", names, in, OutputStream.nullOutputStream());
    if (!(window instanceof Drawn drawn)) {
      throw new BadInputException(
          "finestra show: "
              + window.algorithm().name()
              + " is not a tree; choose b_fiba4, nb_fiba4 or btree4, of any arity");
    }
    try {
      out.write((JsonText.of(drawn.drawing()) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (UnsupportedOperationException | ArithmeticException undrawn) {
      throw new BadInputException("finestra show: " + undrawn.getMessage());
    }
    out.flush();
    return 0;
  }
}
