package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * {@code min}, {@code max}, {@code first} and {@code last} of texts: the partial aggregate is one
 * of the values, or {@link #NONE}. Texts are ordered by code points, which is the order of their
 * UTF-8.
 */
final class Texts {
  private Texts() {}

  /** Whether there is a text, and which. */
  record Held(String text) {}

  /** The identity, told apart from every text by its null. */
  static final Held NONE = new Held(null);

  /** Compares by code points. */
  static int compare(String a, String b) {
    int n = Math.min(a.length(), b.length());
    for (int i = 0; i < n; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // Surrogates stand for code points above all others, though chars above them are larger.
        return Character.isSurrogate(x) == Character.isSurrogate(y)
            ? x - y
            : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  private abstract static class OneText extends AnObject<Held, String> {
    OneText(String name, Property... properties) {
      super(name, ValueType.STRING, properties);
    }

    abstract boolean keepsOlder(String older, String newer);

    @Override
    public final String empty() {
      return null;
    }

    @Override
    public final Held identity() {
      return NONE;
    }

    @Override
    public final Held combine(Held older, Held newer) {
      if (older.text == null) {
        return newer;
      }
      return newer.text == null || keepsOlder(older.text, newer.text) ? older : newer;
    }

    @Override
    public final Held lift(Object value) {
      return new Held(Values.toText(name(), value));
    }

    @Override
    public final String lower(Held state) {
      return state.text;
    }

    @Override
    public final void write(Held state, DataOutput out) throws IOException {
      out.writeBoolean(state.text != null);
      if (state.text != null) {
        Packed.writeText(state.text, out);
      }
    }

    @Override
    public final Held read(DataInput in) throws IOException {
      return in.readBoolean() ? new Held(Packed.readText(in)) : NONE;
    }

    @Override
    public final long bytes(Held state) {
      return state.text == null ? 0 : 64 + 2L * state.text.length();
    }
  }

  /** The least text. */
  static final class Min extends OneText {
    Min() {
      super("min", Property.COMMUTATIVE, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    boolean keepsOlder(String older, String newer) {
      return compare(older, newer) <= 0;
    }
  }

  /** The greatest text. */
  static final class Max extends OneText {
    Max() {
      super("max", Property.COMMUTATIVE, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    boolean keepsOlder(String older, String newer) {
      return compare(older, newer) >= 0;
    }
  }

  /** The oldest text. */
  static final class First extends OneText {
    First() {
      super("first", Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    boolean keepsOlder(String older, String newer) {
      return true;
    }
  }

  /** The newest text. */
  static final class Last extends OneText {
    Last() {
      super("last", Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    boolean keepsOlder(String older, String newer) {
      return false;
    }
  }
}
