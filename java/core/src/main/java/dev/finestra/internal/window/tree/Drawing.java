package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.nodes.Nodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tree as data, for drawing: each node with its entries, its place, and its aggregate.
 *
 * <p>The kinds of aggregates are the papers': up (Π↑) off the spines, left (Π↙) and right (Π↘) on
 * them, inner at the root. A stale aggregate has no value here. The leftmost leaf has none either:
 * it keeps a suffix for each of its entries.
 *
 * <p>Costs: O(n), all of it allocated anew.
 */
final class Drawing<O> extends TreePart<O> {
  private final Fiba<O> fiba;

  Drawing(Tree<O> tree) {
    super(tree);
    this.fiba = tree instanceof Fiba<O> finger ? finger : null;
  }

  Map<String, Object> draw() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("algorithm", tree.algorithm().name());
    all.put("aggregation", tree.aggregation().name());
    all.put("size", tree.entries());
    all.put("height", spines.height());
    all.put("most", nodes.most);
    all.put("aggregate", null);
    all.put("root", node(spines.root(), spines.height(), null, 0));
    all.put("aggregate", tree.query()); // first, since a query repairs stale aggregates
    return all;
  }

  private Map<String, Object> node(int node, int level, Integer parent, int i) {
    boolean left = node == spines.left(level);
    boolean right = node == spines.right(level);
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("level", level);
    one.put("spine", left && right ? "root" : left ? "left" : right ? "right" : "none");
    keep(one, node, level, parent, i);
    int first = spines.first(node);
    int count = nodes.count(node);
    List<Object> times = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (int k = first; k < count; k++) {
      times.add(nodes.time(node, k));
      values.add(cells.lower(Nodes.value(node, k)));
    }
    one.put("times", times);
    one.put("values", values);
    List<Object> children = new ArrayList<>();
    for (int k = 0; level > 0 && k <= count; k++) {
      children.add(node(nodes.kid(nodes.kids(node), k), level - 1, node, k));
    }
    one.put("children", children);
    return one;
  }

  /** Puts the kind of the node's aggregate, and its value unless it is stale. */
  private void keep(Map<String, Object> one, int node, int level, Integer parent, int i) {
    boolean left = node == spines.left(level);
    boolean right = node == spines.right(level);
    if (parent != null && !(fiba != null && (left || right))) {
      one.put("kind", "up");
      boolean stale = fiba != null && fiba.late.isStale(level, node);
      put(one, stale, nodes.kids(parent) + i);
    } else if (fiba == null || spines.height() == 0) {
      one.put("kind", "all");
      one.put("aggregate", tree.query());
    } else if (parent == null) {
      one.put("kind", "inner");
      put(one, fiba.staleFrom(true) >= level || fiba.staleFrom(false) >= level, node);
    } else if (level == 0 && left) {
      one.put("kind", "suffixes");
    } else {
      one.put("kind", left ? "left" : "right");
      put(one, fiba.staleFrom(left) >= level, node);
    }
  }

  private void put(Map<String, Object> one, boolean stale, int slot) {
    if (stale) {
      one.put("stale", true);
    } else {
      one.put("aggregate", cells.lower(slot));
    }
  }
}
