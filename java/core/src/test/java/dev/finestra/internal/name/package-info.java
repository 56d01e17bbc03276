/** Tests of names, numbers in names, and what sentences show of them. */
package dev.finestra.internal.name;
