package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.flink.internal.aggregate.WindowFormat;
import dev.finestra.flink.internal.state.StateEntrySerializer;
import dev.finestra.paged.Page;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/**
 * A serializer turns damaged bytes into a value or an {@link IOException}, and nothing else. It
 * checks a length before it allocates memory for it.
 */
public class DamagedStateTest {
  /** More than any valid value needs; far less than a damaged length. */
  private static final long MEMORY = 1 << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void shouldRefuseDamagedWords() throws IOException {
    Page page = new Page(new long[] {3, 0, -1, 1L << 40}, new long[] {0, 7, Long.MIN_VALUE});
    refuse("sum", ValueType.LONG, headerEntry(page));
  }

  @Test
  void shouldRefuseDamagedObjects() throws IOException {
    String name = "collect_distinct";
    @SuppressWarnings("unchecked")
    ObjectAggregation<Object, ?> aggregation =
        (ObjectAggregation<Object, ?>) partials(name, ValueType.STRING).aggregation();
    Object[] states =
        Stream.of("one", "two").map(text -> aggregation.lift(new Object[] {text})).toArray();
    Object both = aggregation.combine(states[0], states[1]);
    Page page = new Page(new long[] {3}, new Object[] {null, states[0], both});
    refuse(name, ValueType.STRING, new StateEntry(page));
  }

  @Test
  void shouldRefuseDamagedHeaders() throws IOException {
    refuse("max", ValueType.DOUBLE, headerEntry(null));
  }

  private static StateEntry headerEntry(Page page) {
    KeyHeader header = new KeyHeader();
    header.next = 5;
    header.sessions.addAll(new long[] {3, 30}, 10);
    StateEntry entry = new StateEntry();
    entry.set(page, header);
    return entry;
  }

  private static void refuse(String name, ValueType type, StateEntry entry) throws IOException {
    refuseDamage(new StateEntrySerializer(partials(name, type)), entry);
  }

  private static Partials partials(String name, ValueType type) {
    List<TypedAggregation> one = List.of(new TypedAggregation(name, type));
    return new Partials(WindowFormat.stored(""), one, List.of("x"), "", null);
  }

  /** Reads a value with each bit flipped, and cut after each byte. */
  public static <A> void refuseDamage(TypeSerializer<A> serializer, A value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    byte[] bytes = out.getCopyOfBuffer();
    assertTrue(isRead(serializer, bytes));
    int refused = 0;
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      refused += isRead(serializer, damaged) ? 0 : 1;
    }
    assertTrue(refused >= 8, refused + " of " + 8 * bytes.length + " flips refused");
    for (int length = 0; length < bytes.length; length++) {
      assertFalse(isRead(serializer, Arrays.copyOf(bytes, length)), "cut after " + length);
    }
  }

  private static boolean isRead(TypeSerializer<?> serializer, byte[] bytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      serializer.deserialize(new DataInputDeserializer(bytes));
      return true;
    } catch (IOException refused) {
      return false;
    } finally {
      long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
      assertTrue(taken < MEMORY, taken + " bytes of memory for " + bytes.length);
    }
  }
}
