/**
 * Names that users type, and what messages show of them.
 *
 * <pre>
 * "tuple(sum,top_k(3))"  ──Name.parse──▶  base "tuple", parameters: sum, top_k(3)
 * "b_fibb4"              ──Nearest.to──▶  b_fiba4, ...       for "Did you mean ...?"
 * "007"                  ──Numbers────▶   rejected: each number is written in one way only
 * a user's text          ──Shown──────▶   cut and escaped, safe to print on a terminal
 * </pre>
 *
 * <p>Algorithms and aggregations share the form of a name: a word, then parameters in brackets that
 * are names or numbers themselves. A name contains no blanks and no quotes. This package does not
 * know which names exist; the catalogs of algorithms and aggregations do.
 */
package dev.finestra.internal.name;
