/**
 * Trees over entries in order of time: {@code b_fiba} and {@code nb_fiba}, the finger B-trees with
 * and without bulk operations, and {@code btree}, the classic augmented B-tree. Choose a tree if
 * events arrive late, if ranges are queried, or if events come and go in bulks.
 *
 * <pre>
 * Tree                    the base of all trees: search, insert, split, merge
 *   ClassicBTree          btree: every operation starts at the root
 *   Fiba                  b_fiba, nb_fiba: operations start at a finger
 *     PagedFiba           the same tree, each node a page of an engine's state
 *
 * Spines                  the outermost node of each level
 * LeftFinger              evicts at the oldest entry
 * RightFinger             appends at the youngest entry
 * LateFinger, LatePath    inserts late entries where the last late one went
 * Ascent                  inserts a bulk that falls into many leaves
 * SpineAggregates         partial results on the spines; Ranges answers range queries
 * TreeInvariants          the numbered invariants of all trees, and their check
 * </pre>
 *
 * A node is an {@code int}; package {@code nodes} stores what belongs to it.
 *
 * <p>Begin with {@code TreeInvariants}, then {@code Fiba}. The papers are named in each class
 * comment. Nothing is allocated in a steady state.
 */
package dev.finestra.internal.window.tree;
