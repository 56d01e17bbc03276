/**
 * Finestra's connector for Flink 2.
 *
 * <p>Nothing is here yet: the keyed operator, its node pages in keyed state and the SQL function
 * come with their own milestone. Until then Finestra is used from the JVM through {@code
 * finestra-core}.
 */
package dev.finestra.flink;
