/**
 * Tests of flat algorithms alone; {@code dev.finestra.contract} tests what all algorithms share.
 */
package dev.finestra.internal.window.flat;
