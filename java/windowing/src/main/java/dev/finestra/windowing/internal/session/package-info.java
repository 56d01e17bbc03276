/**
 * Session windows of one key: rows at most a gap apart belong to one session. Not API.
 *
 * <pre>
 * rows       a  b      c   d                 gap = 5
 * sessions  [a  b + 5)[c   d + 5)
 *
 * a late row between b and c joins both:
 *
 *           [a  b   e  c   d + 5)
 * </pre>
 *
 * <p>{@code SessionLogic} keeps the first and last time of each session in the key's header ({@code
 * OpenSessions}). The rows of all sessions are in one window, and a session's result is a range
 * query. So joining two sessions combines nothing.
 *
 * <p>With corrections, the results of the joined sessions are retracted and the result of the new
 * session is emitted.
 */
package dev.finestra.windowing.internal.session;
