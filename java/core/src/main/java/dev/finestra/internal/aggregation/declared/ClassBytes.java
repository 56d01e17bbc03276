package dev.finestra.internal.aggregation.declared;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes a class file. Its methods only compute, store and call: they do not branch, so they need
 * no stack maps, which are most of what a library for class files does.
 *
 * <p>See <em>The Java Virtual Machine Specification</em>, chapter 4.
 */
final class ClassBytes {
  /** The version of Java 17. */
  private static final int VERSION = 61;

  private static final int PUBLIC_FINAL_SUPER = 0x31;
  private static final int PUBLIC = 1;

  /** Names go 32 levels deep, and each level has at most two operands of two words waiting. */
  private static final int MOST_STACK = 4 * 32 + 8;

  private final Map<String, Integer> known = new HashMap<>();
  private final Part pool = new Part();
  private final Part methods = new Part();
  private final int self;
  private final int base;
  private int entries = 1;
  private int methodCount;

  ClassBytes(String name, Class<?> base) {
    this.self = type(name);
    this.base = type(internal(base));
  }

  static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** Bytes in the order of a class file. */
  private static final class Part {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final DataOutputStream out = new DataOutputStream(bytes);
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static void write(Part part, Writing writing) {
    try {
      writing.to(part.out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The index of an entry of the constant pool. */
  private int entry(String key, int slots, Writing writing) {
    Integer index = known.get(key);
    if (index == null) {
      index = entries;
      known.put(key, index);
      entries += slots;
      write(pool, writing);
    }
    return index;
  }

  private int text(String text) {
    return entry(
        "text " + text,
        1,
        out -> {
          out.writeByte(1);
          out.writeUTF(text);
        });
  }

  private int type(String name) {
    return pair(7, text(name), -1);
  }

  private int member(String owner, String name, String descriptor) {
    return pair(10, type(owner), pair(12, text(name), text(descriptor)));
  }

  private int pair(int tag, int first, int second) {
    return entry(
        tag + " " + first + " " + second,
        1,
        out -> {
          out.writeByte(tag);
          out.writeShort(first);
          if (second >= 0) {
            out.writeShort(second);
          }
        });
  }

  /**
   * Begins a method.
   *
   * @param locals the number of its parameters' local variables, with that of this
   */
  Method method(String name, String descriptor, int locals) {
    return new Method(name, descriptor, locals);
  }

  /** The instructions of a method. */
  final class Method {
    private final String name;
    private final String descriptor;
    private final Part code = new Part();
    private int locals;

    private Method(String name, String descriptor, int locals) {
      this.name = name;
      this.descriptor = descriptor;
      this.locals = locals;
    }

    /** A new local variable. */
    int local(Type type) {
      int slot = locals;
      locals += type.slots();
      return slot;
    }

    /** An instruction without operands. */
    void add(int instruction) {
      write(code, out -> out.writeByte(instruction));
    }

    /** An instruction for a local variable. */
    void add(int instruction, int local) {
      write(
          code,
          out -> {
            out.writeByte(instruction);
            out.writeByte(local);
          });
    }

    private void addShort(int instruction, int operand) {
      write(
          code,
          out -> {
            out.writeByte(instruction);
            out.writeShort(operand);
          });
    }

    /** Pushes a small int. */
    void push(int value) {
      addShort(17, value);
    }

    void push(long value) {
      addShort(
          20,
          entry(
              "long " + value,
              2,
              out -> {
                out.writeByte(5);
                out.writeLong(value);
              }));
    }

    void push(double value) {
      long bits = Double.doubleToRawLongBits(value);
      addShort(
          20,
          entry(
              "double " + bits,
              2,
              out -> {
                out.writeByte(6);
                out.writeLong(bits);
              }));
    }

    void callStatic(Class<?> owner, String name, String descriptor) {
      addShort(184, member(internal(owner), name, descriptor));
    }

    void callVirtual(Class<?> owner, String name, String descriptor) {
      addShort(182, member(internal(owner), name, descriptor));
    }

    void callSuper(Class<?> owner, String name, String descriptor) {
      addShort(183, member(internal(owner), name, descriptor));
    }

    /** Ends the method, whose last instruction returns. */
    void end() {
      byte[] bytes = code.bytes.toByteArray();
      int attribute = text("Code");
      int nameIndex = text(name);
      int descriptorIndex = text(descriptor);
      methodCount++;
      write(
          methods,
          out -> {
            out.writeShort(PUBLIC);
            out.writeShort(nameIndex);
            out.writeShort(descriptorIndex);
            out.writeShort(1);
            out.writeShort(attribute);
            out.writeInt(12 + bytes.length);
            out.writeShort(MOST_STACK);
            out.writeShort(locals);
            out.writeInt(bytes.length);
            out.write(bytes);
            out.writeShort(0);
            out.writeShort(0);
          });
    }
  }

  /** The class file. */
  byte[] finish() {
    Part file = new Part();
    write(
        file,
        out -> {
          out.writeInt(0xCAFEBABE);
          out.writeInt(VERSION);
          out.writeShort(entries);
          out.write(pool.bytes.toByteArray());
          out.writeShort(PUBLIC_FINAL_SUPER);
          out.writeShort(self);
          out.writeShort(base);
          out.writeShort(0);
          out.writeShort(0);
          out.writeShort(methodCount);
          out.write(methods.bytes.toByteArray());
          out.writeShort(0);
        });
    return file.bytes.toByteArray();
  }
}
