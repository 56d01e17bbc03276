/**
 * The job that {@code tests/cluster} submits to a real cluster of Flink, whose processes it then
 * kills. Nothing here is for users.
 */
package dev.finestra.cluster.flink;
