/** Count windows of one key: the last rows by number. Not API. */
package dev.finestra.windowing.internal.count;
