package dev.finestra.windowing.internal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.paged.Page;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which headers are written when they leave the cache, or at a flush. */
class HeaderCacheTest {
  /** The keys whose headers were written, in order. */
  private final List<Object> written = new ArrayList<>();

  private final Set<Object> held = new HashSet<>();
  private Object key = "";
  private StateEntry stored;

  private final HeaderCache cache =
      new HeaderCache(
          new EntryMap() {
            @Override
            public boolean sharesObject(int id) {
              return false;
            }

            @Override
            public StateEntry get(int id) {
              return stored;
            }

            @Override
            public void put(int id, StateEntry entry) {
              written.add(key);
            }

            @Override
            public void remove(int id) {
              throw new AssertionError("nothing is removed");
            }

            @Override
            public byte[] bytes(StateEntry entry) {
              return new byte[] {(byte) entry.page().longs[0]};
            }
          },
          new KeyBackend() {
            @Override
            public Object currentKey() {
              return key;
            }

            @Override
            public void setCurrentKey(Object to) {
              key = to;
            }

            @Override
            public Object copy(Object one) {
              return one;
            }
          },
          2,
          held::contains);

  private void put(Object at, long content) throws Exception {
    key = at;
    cache.put(EntryPages.HEADER, new StateEntry(new Page(new long[] {content}, new long[0])));
  }

  private void use(Object at) throws Exception {
    key = at;
    cache.get(EntryPages.HEADER);
    assertEquals(at, key, "the current key after a read");
  }

  @Test
  void shouldWriteAHeaderThatLeaves() throws Exception {
    put("a", 1);
    put("b", 2);
    put("c", 3);
    use("c");
    assertEquals(List.of("a"), written);
    cache.flush();
    assertEquals(List.of("a", "b", "c"), written);
    cache.flush();
    assertEquals(List.of("a", "b", "c"), written);
  }

  /** The window of a held key has changed the objects of its header. */
  @Test
  void shouldNotWriteTheHeaderOfAHeldKey() throws Exception {
    put("a", 1);
    held.add("a");
    put("b", 2);
    put("c", 3);
    use("c");
    assertEquals(List.of(), written);
    put("a", 4);
    held.remove("a");
    cache.flush();
    assertEquals(List.of("b", "c", "a"), written);
  }

  /** A row reads its key's header, and reads it again when it attaches the key. */
  @Test
  void shouldShrinkIfOnlyTheSecondReadsOfRowsAreHits() throws Exception {
    stored = new StateEntry(new Page(new long[] {7}, new long[0]));
    stored.bytes = new byte[] {7};
    for (String one : List.of("a", "b", "c", "d")) {
      use(one);
      use(one);
    }
    put("e", 5);
    use("f");
    assertEquals(List.of("e"), written);
  }
}
