/** Per-event windows of one key: each row's own last stretch of time. Not API. */
package dev.finestra.windowing.internal.last;
