package dev.finestra;

import dev.finestra.aggregation.Aggregation;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gives each aggregation its own copy of the algorithms' classes, so that combines are inlined.
 *
 * <p>The JIT inlines the methods that a call site has called. A tree that is used with ten
 * aggregations calls ten combines there, and none is inlined. A class loader of its own defines the
 * package {@code dev.finestra.internal.window} anew for each aggregation, from the same bytes; each
 * copy has profiles of its own and stays as fast as if it were alone. Everything else, the API and
 * the aggregations, is shared.
 *
 * <p>At most {@value #MOST} aggregations have copies. A further one replaces a copy that no caller
 * asked for in the last minute. If there is none, it shares one copy with all others that found
 * none: copying the classes again and again would cost more than it saves. Existing windows keep
 * their copies. {@code -Dfinestra.copies=false} uses the classes themselves, for tools that change
 * classes (mutation testing, coverage, profilers) and would miss the copies.
 */
public final class Specializer {
  private static final String COPIED = "dev.finestra.internal.window.";
  private static final String FACTORY = COPIED + "catalog.Catalog";
  private static final int MOST = 64;
  private static final long IDLE_NANOS = 60_000_000_000L;
  private static final boolean COPIES = !"false".equals(System.getProperty("finestra.copies"));

  /** The copies by aggregation and storage, the most recently used last. */
  private static final Map<String, Copy> TAKEN = new LinkedHashMap<>(16, 0.75f, true);

  private Specializer() {}

  /** The factory of windows for this aggregation. */
  public static WindowFactory factory(Aggregation<?> aggregation) {
    return factory(aggregation, "memory");
  }

  /** The factory of windows on pages, which have copies of their own too. */
  static WindowFactory pagedFactory(Aggregation<?> aggregation) {
    return factory(aggregation, "pages");
  }

  private static WindowFactory factory(Aggregation<?> aggregation, String storage) {
    Class<?> type = aggregation.getClass();
    String key =
        type.getName()
            + "@"
            + System.identityHashCode(type)
            + "/"
            + aggregation.name()
            + "/"
            + aggregation.input()
            + "/"
            + storage;
    synchronized (TAKEN) {
      Copy copy = TAKEN.get(key);
      if (copy == null) {
        if (TAKEN.size() == MOST && !removedIdle()) {
          return Shared.FACTORY;
        }
        copy = new Copy();
        TAKEN.put(key, copy);
      }
      copy.usedAt = System.nanoTime();
      return copy.factory;
    }
  }

  /** Removes the least recently used copy if it is idle; false if it is not. */
  private static boolean removedIdle() {
    var eldest = TAKEN.values().iterator();
    if (System.nanoTime() - eldest.next().usedAt < IDLE_NANOS) {
      return false;
    }
    eldest.remove();
    return true;
  }

  private static final class Copy {
    final WindowFactory factory = copy(WindowFactory.class, FACTORY);
    long usedAt;
  }

  /** The copy that is shared by all aggregations without one of their own. */
  private static final class Shared {
    static final WindowFactory FACTORY = copy(WindowFactory.class, Specializer.FACTORY);
  }

  /**
   * An instance of a class from a fresh copy of the algorithms; {@code more} are the prefixes of
   * other classes to copy along, such as a benchmark's loop.
   */
  public static <T> T copy(Class<T> type, String className, String... more) {
    try {
      Class<?> copied = Class.forName(className, true, new Copies(more));
      return type.cast(copied.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(
          "The classes of " + COPIED + " could not be copied.", impossible);
    }
  }

  private static final class Copies extends ClassLoader {
    private final String[] more;

    Copies(String... more) {
      super(Specializer.class.getClassLoader());
      this.more = more;
    }

    private boolean isCopied(String name) {
      for (String prefix : more) {
        if (name.startsWith(prefix)) {
          return true;
        }
      }
      return COPIES && name.startsWith(COPIED);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!isCopied(name)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length, Specializer.class.getProtectionDomain());
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }
}
