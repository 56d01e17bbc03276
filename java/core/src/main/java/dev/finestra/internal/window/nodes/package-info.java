/**
 * The nodes of a tree in arrays, in memory or on pages. A node is an {@code int}.
 *
 * <pre>
 * tree ──▶ Nodes              a node's entries, children and partial results
 *            Blocks           hands out the space of a node and takes it back
 *              MemoryBlocks   in growing arrays; a freed subtree is reused node by node
 *              PagedBlocks    one page of an engine's state for each block
 * </pre>
 *
 * <p>{@link dev.finestra.internal.window.nodes.Nodes} shows the layout of a node. Freeing a subtree
 * costs O(1) and reads none of its nodes.
 */
package dev.finestra.internal.window.nodes;
