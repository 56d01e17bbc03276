/** Tests of trees alone; {@code dev.finestra.contract} tests what all algorithms share. */
package dev.finestra.internal.window.tree;
