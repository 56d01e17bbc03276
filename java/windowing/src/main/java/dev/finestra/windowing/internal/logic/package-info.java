/**
 * The base of all window logics, and the interfaces that they use. Not API.
 *
 * <pre>
 *                 row, fire
 * host ------------------------------> WindowLogic -----> KeyWindow   the key's rows
 *      <------------------------------             -----> KeyHeader   what is next, the timer,
 *        ResultOutput: emit                                           sessions
 *        LogicTimer: fireBy
 * </pre>
 *
 * <p>A logic keeps nothing of a key: attach it to another key's window and header, and it works for
 * that key. The header is a class with named fields and its own bytes.
 */
package dev.finestra.windowing.internal.logic;
