package dev.finestra.cli;

/**
 * What a person gave and the program does not take; the message is a sentence for them, the exit
 * status 2.
 */
final class BadInput extends Exception {
  private static final long serialVersionUID = 1L;

  BadInput(String sentence) {
    super(sentence, null, false, false);
  }
}
