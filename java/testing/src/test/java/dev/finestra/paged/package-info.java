/** Tests of pages as bytes. */
package dev.finestra.paged;
