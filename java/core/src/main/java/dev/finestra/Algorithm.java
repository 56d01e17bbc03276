package dev.finestra;

import java.util.Set;

/**
 * What an algorithm is and what it can do, as data. Tests, refusals, documentation and {@code auto}
 * all read this.
 *
 * @param name the catalog name, with its arity filled in ({@code b_fiba4})
 * @param traits what it can do and what it needs
 * @param insert cost of an insert, in the papers' words (n window size, m bulk size, d out-of-order
 *     distance)
 * @param evict cost of evicting the oldest entry
 * @param bulkInsert cost of a bulk insert
 * @param bulkEvict cost of a bulk evict
 * @param query cost of a query
 * @param space partial aggregates held
 * @param paper where it comes from
 */
public record Algorithm(
    String name,
    Set<Trait> traits,
    String insert,
    String evict,
    String bulkInsert,
    String bulkEvict,
    String query,
    String space,
    String paper) {

  /** What an algorithm can do, or needs. */
  public enum Trait {
    /** Takes times in any order and evicts any entry. */
    OUT_OF_ORDER,
    /** Evicts a bulk in less than a step for each entry. */
    NATIVE_BULK_EVICT,
    /** Inserts a bulk with less work than the inserts one by one. */
    NATIVE_BULK_INSERT,
    /** Answers {@code query(from, to)}. */
    RANGE_QUERY,
    /**
     * Keeps each entry's own aggregate: can be visited, merged from, and moved to another
     * algorithm.
     */
    KEEPS_ENTRIES,
    /** Needs an aggregation with an inverse. */
    NEEDS_INVERSE,
    /** Needs a commutative aggregation. */
    NEEDS_COMMUTATIVE,
    /** Rounds times down to a width, so that all entries of a slice are one. */
    ROUNDS_TIMES
  }

  public Algorithm {
    traits = Set.copyOf(traits);
  }

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }
}
