package dev.finestra.tools.cli.replay;

import dev.finestra.tools.cli.common.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code finestra replay}: runs operations and prints one line for each query. */
@Command(
    name = "replay",
    sortOptions = false,
    description = {
      "",
      "Reads one operation per line from standard input, and prints one line for each query:",
      "",
      "  insert T V                 insert value V at time T; nothing if V is null",
      "  bulk_insert T1 V1 T2 V2 …  insert several values, sorted by time",
      "  evict T                    remove the entry at T, if there is one",
      "  bulk_evict T               remove all entries up to and including T",
      "  query                      print the aggregate of the window",
      "  query FROM TO              print the aggregate of the entries from FROM to TO, inclusive",
      "  oldest, youngest, size     print the first time, the last time, or the number of entries",
      "  snapshot                   restore the window's snapshot into a new window, and continue",
      "  # …                        a comment; empty lines are skipped, too",
      ""
    },
    footer = {
      "",
      "Times are 64-bit integers. Values have the type of --type: a 64-bit integer; a decimal number,"
          + " NaN, Infinity or -Infinity; or a string. A string is a word without blanks, or a JSON"
          + " string in double quotes.",
      "",
      "If an aggregation has several columns, separate their values by commas; any of them may be"
          + " null. For arg_min and arg_max these are the value, of the given type, and the value"
          + " to compare by: an integer with --type long, else a double, unless the name says"
          + " otherwise, as in arg_max(long).",
      "",
      "Scalars are printed plain, structures as one line of JSON, no result as null. A string that is"
          + " the word null, begins with a quote, or contains control characters is printed as a"
          + " JSON string.",
      "",
      "subwindow(width) rounds all times down to multiples of the width, slicing(A,width) only those"
          + " of inserts. So on subwindow(10), query 5 12 includes an entry at time 1.",
      "",
      "The first line with an error ends the run: the results so far are kept, standard error gets the"
          + " line's number and the reason, and the exit status is 2.",
      "",
      "Example:",
      "  printf 'insert 1 5\\ninsert 2 7\\nquery\\n' |",
      "    finestra replay --algorithm b_fiba4 --aggregation max"
    })
public final class ReplayCommand implements Callable<Integer> {
  private final InputStream in;
  private final OutputStream out;

  @Mixin private WindowNames names;

  public ReplayCommand(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public Integer call() throws BadInputException, IOException {
    Replayer.run("replay", names, in, out);
    return 0;
  }
}
