/** Tests of the sketches: laws, errors within their bounds, damaged bytes. */
package dev.finestra.sketches;
