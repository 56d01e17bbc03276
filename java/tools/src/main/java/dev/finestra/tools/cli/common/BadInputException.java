package dev.finestra.tools.cli.common;

/** Input that a command rejects. The message is a sentence for the user; the exit status is 2. */
public final class BadInputException extends Exception {
  private static final long serialVersionUID = 1L;

  public BadInputException(String sentence) {
    super(sentence, null, false, false);
  }
}
