/**
 * Names with parameters, such as {@code tuple(sum,top_k(3))}, and the names nearest to a mistyped
 * one. Names hold no blanks or quotes: parameters are names and numbers.
 */
package dev.finestra.internal.name;
