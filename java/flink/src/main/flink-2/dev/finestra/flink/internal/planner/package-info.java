/**
 * Replaces nodes of Flink's physical plans by nodes that run on Finestra's operators. These classes
 * see Flink's planner, and are loaded by the planner's class loader.
 */
package dev.finestra.flink.internal.planner;
