package dev.finestra.internal.window.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.internal.window.catalog.Catalog;
import dev.finestra.testing.Seeded;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The papers' bounds on node visits. The number of combines does not show them, since a search
 * combines nothing.
 */
class VisitsTest {
  @RegisterExtension final Seeded seeded = new Seeded();

  private static final int SMALL = 1 << 12;
  private static final int LARGE = 1 << 18;

  /** Entries are this far apart, so that late ones fit between them. */
  private static final long STEP = 1_000;

  /** The number of operations to average; each moves the place of the next one away from an end. */
  private static final int ROUNDS = 200;

  private static Tree<?> filled(String algorithm, int size) {
    Tree<?> tree =
        (Tree<?>) Catalog.create(algorithm, Aggregations.of("sum_wrapping", ValueType.LONG));
    long[] times = LongStream.range(0, size).map(i -> i * STEP).toArray();
    tree.bulkInsert(times, times, 0, size);
    tree.query();
    return tree;
  }

  private static double each(Tree<?> tree, int rounds, Runnable round) {
    long before = tree.nodes.visits();
    for (int i = 0; i < rounds; i++) {
      round.run();
    }
    return (tree.nodes.visits() - before) / (double) rounds;
  }

  private static int arity(String algorithm) {
    return Integer.parseInt(algorithm.replaceFirst("^[^0-9]*", ""));
  }

  /** The number of levels for this many entries, from the leaves up. */
  private static double levels(String algorithm, double entries) {
    return 1 + Math.log(Math.max(1, entries)) / Math.log(arity(algorithm));
  }

  @ParameterizedTest
  @ValueSource(strings = {"b_fiba2", "nb_fiba2", "b_fiba4", "nb_fiba4", "b_fiba8", "nb_fiba8"})
  void shouldSlideInConstantlyManyVisits(String algorithm) {
    for (int size : new int[] {SMALL, LARGE}) {
      Tree<?> tree = filled(algorithm, size);
      long[] at = {size};
      double visits =
          each(
              tree,
              100_000,
              () -> {
                tree.insert(at[0] * STEP, 1L);
                tree.evict((at[0] - size) * STEP);
                tree.query();
                at[0]++;
              });
      assertTrue(
          visits > 0 && visits <= 2,
          algorithm + " visits " + visits + " nodes a slide at n = " + size);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"b_fiba2", "nb_fiba2", "b_fiba4", "nb_fiba4", "b_fiba8", "nb_fiba8"})
  void shouldSearchInVisitsByDistanceFromTheNearerEnd(String algorithm) {
    for (int distance = 1; distance <= SMALL / 4; distance *= 4) {
      for (boolean young : new boolean[] {true, false}) {
        double[] few = visitsAt(algorithm, distance, young, SMALL);
        double[] many = visitsAt(algorithm, distance, young, LARGE);
        double levels = levels(algorithm, distance + ROUNDS);
        for (int i = 0; i < few.length; i++) {
          double most = i < 2 ? 2.5 * levels + 4 : 2 * levels(algorithm, distance) + 4;
          assertTrue(
              Math.max(few[i], many[i]) <= most && many[i] <= 1.25 * few[i] + (i < 2 ? 2 : 4),
              "%s, %d from the %s end, operation %d: %.1f visits at n = %d, %.1f at %d, %.1f fit"
                  .formatted(
                      algorithm,
                      distance,
                      young ? "young" : "old",
                      i,
                      few[i],
                      SMALL,
                      many[i],
                      LARGE,
                      most));
        }
      }
    }
  }

  /** The visits of an insert, an evict and a range query at this distance from an end. */
  private double[] visitsAt(String algorithm, int distance, boolean young, int size) {
    Tree<?> tree = filled(algorithm, size);
    long place = (young ? size - distance : distance) * STEP;
    long[] late = seeded.random().longs(ROUNDS, place + 1, place + STEP).toArray();
    int[] at = {0};
    double range = each(tree, ROUNDS, () -> tree.query(place, place + 2 * STEP));
    double insert = each(tree, ROUNDS, () -> tree.insert(late[at[0]++], 1L));
    double evict = each(tree, ROUNDS, () -> tree.evict(late[--at[0]]));
    return new double[] {insert, evict, range};
  }

  /** A subtree that is completely in the range is not visited, even if it is large. */
  @ParameterizedTest
  @ValueSource(strings = {"b_fiba2", "nb_fiba4", "b_fiba8", "btree2", "btree8"})
  void shouldAnswerWideRangesInTwoVisitsALevel(String algorithm) {
    Tree<?> tree = filled(algorithm, LARGE);
    double most = 2 * (levels(algorithm, LARGE) + 1);
    for (int i = 0; i < ROUNDS; i++) {
      long from = seeded.random().nextLong(LARGE) * STEP;
      long to = seeded.random().nextLong(from, 2 * LARGE * STEP);
      double visits = each(tree, 1, () -> tree.query(from, to));
      assertTrue(visits <= most, visits + " visits, not " + most);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"b_fiba2", "b_fiba4", "b_fiba8"})
  void shouldEvictBulksInLogarithmicallyManyVisits(String algorithm) {
    for (int bulk = 1; bulk <= 1 << 14; bulk *= 4) {
      Tree<?> tree = filled(algorithm, LARGE);
      long[] at = {-1};
      int m = bulk;
      double visits =
          each(
              tree,
              Math.min(ROUNDS, LARGE / m - 1),
              () -> {
                at[0] += m;
                tree.bulkEvict(at[0] * STEP);
              });
      double most = 3 * levels(algorithm, m);
      assertTrue(visits <= most, algorithm + " visits " + visits + " nodes to evict " + m);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"b_fiba4", "nb_fiba4", "btree4"})
  void shouldVisitNothingInAQuery(String algorithm) {
    Tree<?> tree = filled(algorithm, SMALL);
    assertEquals(0, each(tree, 10, tree::query));
  }
}
