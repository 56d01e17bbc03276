package dev.finestra.internal.window.tree;

import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.slots.Cells;

/** The base of classes that do one job on a tree, with fields for the parts of the tree. */
abstract class TreePart<O> {
  final Tree<O> tree;
  final Nodes<O> nodes;
  final Spines spines;
  final SearchPath<O> path;
  final Cells<O> cells;

  TreePart(Tree<O> tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.spines = tree.spines;
    this.path = tree.path;
    this.cells = tree.cells();
  }
}
