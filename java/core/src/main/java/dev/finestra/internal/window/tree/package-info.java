/**
 * Trees over entries in time order: {@code b_fiba} and {@code nb_fiba} (finger trees, with and
 * without bulk operations), and {@code btree}, the classic augmented B-tree. Choose one when events
 * come out of order, when ranges are queried, or when bulks come and go.
 *
 * <p>Nodes are numbers, their parts lie in chunked arrays; nothing here allocates in a steady
 * state.
 */
package dev.finestra.internal.window.tree;
