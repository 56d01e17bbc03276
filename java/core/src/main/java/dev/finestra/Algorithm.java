package dev.finestra;

import java.util.Set;

/**
 * An algorithm as data: its name, traits and costs. Tests, error messages, documentation and {@code
 * auto} all read this.
 *
 * @param name the catalog name, with its arity filled in ({@code b_fiba4})
 * @param traits its abilities and needs
 * @param insert cost of an insert, in the papers' words (n window size, m bulk size, d out-of-order
 *     distance)
 * @param evict cost of evicting the oldest entry
 * @param bulkInsert cost of a bulk insert
 * @param bulkEvict cost of a bulk evict
 * @param query cost of a query
 * @param space partial results held
 * @param paper its source
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

  /** An ability of an algorithm, or a need. */
  public enum Trait {
    /** Accepts times in any order and evicts any entry. */
    OUT_OF_ORDER,
    /** Evicts a bulk in fewer steps than one for each entry. */
    NATIVE_BULK_EVICT,
    /** Inserts a bulk with less work than single inserts. */
    NATIVE_BULK_INSERT,
    /** Answers {@code query(from, to)}. */
    RANGE_QUERY,
    /**
     * Keeps each entry's own aggregate, so that entries can be visited, merged into another window,
     * and moved to another algorithm.
     */
    KEEPS_ENTRIES,
    /** Needs an aggregation with an inverse. */
    NEEDS_INVERSE,
    /** Needs a commutative aggregation. */
    NEEDS_COMMUTATIVE,
    /** Rounds times down to a width, so that all entries of a slice are one. */
    ROUNDS_TIMES,
    /** Holds entries back to sort them, and rejects an entry that is later than its bound. */
    REORDERS,
    /**
     * On pages, the window is stored as a whole: attaching reads all of it, and flushing a change
     * writes all of it.
     */
    WHOLE_ON_PAGES
  }

  public Algorithm {
    traits = Set.copyOf(traits);
  }

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }
}
