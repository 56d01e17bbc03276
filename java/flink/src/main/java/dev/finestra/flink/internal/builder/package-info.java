/**
 * Helpers of the builder stages: what a window assigner assigns, which options fit one another, and
 * in which order names are kept. All of this runs while a job is built, none of it while it runs.
 */
package dev.finestra.flink.internal.builder;
