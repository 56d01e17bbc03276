/**
 * Sliding and tumbling windows of one key: rows on time, late rows, results that are due. Not API.
 *
 * <pre>
 * passed           |
 * ---- expired ----|---- due, accepts late rows ----|---- open ---->   ends of windows
 *                  passed - lateness                passed
 * </pre>
 */
package dev.finestra.windowing.internal.sliding;
