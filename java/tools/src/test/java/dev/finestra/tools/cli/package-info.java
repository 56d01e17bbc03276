/** The command line, held to what it promises: answers, formats, refusals, exit statuses. */
package dev.finestra.tools.cli;
