/** The catalogue that Python reads is written here, from Java's catalogs. */
package dev.finestra.tools.catalogue;
