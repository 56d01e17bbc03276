/** What is special to the trees; what all share is in {@code dev.finestra.contract}. */
package dev.finestra.window.tree;
