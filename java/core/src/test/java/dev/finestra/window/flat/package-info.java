/** What is special to the flat algorithms; what all share is in {@code dev.finestra.contract}. */
package dev.finestra.window.flat;
