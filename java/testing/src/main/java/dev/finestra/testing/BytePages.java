package dev.finestra.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageCodec;
import dev.finestra.paged.PageStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A store that keeps pages as bytes, counts reads and writes, and checks its caller: a page must be
 * put back as the same object that was fetched, because a store of objects relies on that.
 */
public final class BytePages implements PageStore {
  private final PageCodec codec;
  private final Map<Integer, byte[]> pages = new HashMap<>();
  private final Map<Integer, Page> given = new HashMap<>();
  private int gets;
  private int writes;

  public BytePages(Aggregation<?> aggregation) {
    this.codec = new PageCodec(aggregation);
  }

  public byte[] bytes(Page page) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(page, new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  public Page page(byte[] bytes) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      Page page = codec.read(in);
      assertEquals(0, in.available(), "bytes behind a page");
      return page;
    } catch (IOException damaged) {
      throw new UncheckedIOException(damaged);
    }
  }

  @Override
  public Page get(int id) {
    gets++;
    byte[] bytes = pages.get(id);
    if (bytes != null) {
      given.put(id, page(bytes));
    }
    return bytes == null ? null : given.get(id);
  }

  @Override
  public void put(int id, Page page, boolean isNew) {
    assertEquals(isNew, !pages.containsKey(id), "whether page " + id + " is new");
    assertSame(given.getOrDefault(id, page), page, "page " + id + ", put back as another object");
    given.put(id, page);
    byte[] bytes = bytes(page);
    if (!java.util.Arrays.equals(bytes, pages.put(id, bytes))) {
      writes++;
    }
  }

  @Override
  public void remove(int id) {
    given.remove(id);
    assertEquals(true, pages.remove(id) != null, "whether there was page " + id);
  }

  public Set<Integer> ids() {
    return pages.keySet();
  }

  /** The number of pages that were fetched since the last call. */
  public int fetched() {
    int fetched = gets;
    gets = 0;
    return fetched;
  }

  /** The number of pages whose bytes were changed since the last call. */
  public int written() {
    int written = writes;
    writes = 0;
    return written;
  }
}
