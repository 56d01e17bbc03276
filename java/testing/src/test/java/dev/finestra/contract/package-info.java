/** The contract that every algorithm of the catalog keeps (docs/reliability.md). */
package dev.finestra.contract;
