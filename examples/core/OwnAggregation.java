import dev.finestra.SlidingWindows;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregations;
import java.util.List;

/** Your own aggregation: its laws, a window, and its name in the catalog. */
public class OwnAggregation {
  public static void main(String[] args) {
    // page: laws
    var broken = Aggregations.checkLaws(new Gcd(), List.of(12L, 18L, -30L, 0L, 7L));
    if (!broken.isEmpty()) {
      throw new AssertionError(broken.get(0));
    }
    // page: end

    // page: use
    SlidingWindow<Long> window = SlidingWindows.of("b_fiba4", new Gcd());
    window.insert(1_000, 12);
    window.insert(3_000, 30);
    window.insert(2_000, 18); // late
    System.out.println(window.query()); // 6
    window.bulkEvict(1_000);
    System.out.println(window.query(2_500, 3_500)); // 30

    SlidingWindow<Object> byName = SlidingWindows.of("fiba", "gcd");
    byName.insert(1_000, 12);
    byName.insert(2_000, 18);
    System.out.println(byName.query()); // 6
    // page: end
  }
}
