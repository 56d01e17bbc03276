package dev.finestra.spark.internal.stream

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream}
import java.util.Arrays

import scala.collection.mutable

import dev.finestra.aggregation.{Aggregation, ObjectAggregation}
import dev.finestra.paged.{Page, PageCodec, PageStore}
import org.apache.spark.sql.streaming.MapState

/** The pages of one window of the current key, one state entry each. A page that did not change is
  * not written.
  */
private[stream] final class StateStorePages(
    val window: String,
    val aggregation: Aggregation[Object],
    state: => MapState[StreamState.PageKey, StreamState.Page]
) extends PageStore {
  private val codec = new PageCodec(aggregation)
  private val isOfObjects = aggregation.isInstanceOf[ObjectAggregation[_, _]]
  private val fetched = mutable.HashMap.empty[Int, StreamState.Page]

  /** Forgets the pages of the key before. */
  def reset(): Unit = fetched.clear()

  override def get(id: Int): Page = {
    val stored = state.getValue(StreamState.PageKey(window, id))
    if (stored == null) null
    else {
      fetched.update(id, stored)
      page(stored)
    }
  }

  override def put(id: Int, page: Page, isNew: Boolean): Unit = {
    val next = stored(page)
    if (isNew || !fetched.get(id).exists(areSame(_, next))) {
      state.updateValue(StreamState.PageKey(window, id), next)
    }
  }

  override def remove(id: Int): Unit = state.removeKey(StreamState.PageKey(window, id))

  def page(stored: StreamState.Page): Page =
    if (isOfObjects) {
      val page = codec.read(new DataInputStream(new ByteArrayInputStream(stored.objects)))
      page.longs = stored.longs.clone()
      page
    } else {
      new Page(stored.longs.clone(), stored.words.clone())
    }

  /** A copy of a page as it is stored; the window may change its own page later. */
  def stored(page: Page): StreamState.Page =
    if (isOfObjects) {
      val bytes = new ByteArrayOutputStream
      codec.write(new Page(Array.emptyLongArray, page.objects), new DataOutputStream(bytes))
      StreamState.Page(page.longs.clone(), null, bytes.toByteArray)
    } else {
      StreamState.Page(page.longs.clone(), page.words.clone(), null)
    }

  private def areSame(a: StreamState.Page, b: StreamState.Page): Boolean =
    Arrays.equals(a.longs, b.longs) && Arrays.equals(a.words, b.words) &&
      Arrays.equals(a.objects, b.objects)
}
