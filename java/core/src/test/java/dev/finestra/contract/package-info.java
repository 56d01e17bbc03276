/** The one contract suite: what every algorithm of the catalog is held to (docs/reliability.md). */
package dev.finestra.contract;
