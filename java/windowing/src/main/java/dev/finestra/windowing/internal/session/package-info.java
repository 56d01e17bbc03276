/** Session windows of one key: how rows extend and merge sessions, and when they end. Not API. */
package dev.finestra.windowing.internal.session;
