/**
 * Aggregations that a user declares as text, with an expression for each field of a partial result.
 *
 * <pre>
 *   DeclaredAggregations    the catalog's entry; keeps what is compiled
 *     DeclaredClass         a declaration as a class of its own
 *       Declaration         the parts of the text
 *       Formula             an expression as instructions
 *         Operations, Type  what expressions consist of
 *       ClassBytes          writes a class file
 *       DeclaredWords       the base of the generated classes
 * </pre>
 */
package dev.finestra.internal.aggregation.declared;
