/**
 * Rules about packages that a machine can check: core needs only the JDK, packages have no cycles,
 * and each has a page such as this one.
 */
package dev.finestra.architecture;
