package dev.finestra.spark.stream

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream}
import java.util.Arrays

import scala.collection.mutable

import dev.finestra.aggregation.{Aggregation, ObjectAggregation}
import dev.finestra.paged.{Page, PageCodec, PageStore}
import org.apache.spark.sql.streaming.MapState

/** The pages of one window of the current key, one state entry each; only what changed is written.
  */
private[stream] final class Pages(
    window: String,
    aggregation: Aggregation[_],
    state: => MapState[State.PageKey, State.Page]
) extends PageStore {
  private val codec = new PageCodec(aggregation)
  private val isOfObjects = aggregation.isInstanceOf[ObjectAggregation[_, _]]
  private val fetched = mutable.HashMap.empty[Int, State.Page]

  /** Forgets what was fetched for the key before. */
  def reset(): Unit = fetched.clear()

  override def get(id: Int): Page = {
    val stored = state.getValue(State.PageKey(window, id))
    if (stored == null) null
    else {
      fetched.update(id, stored)
      page(stored)
    }
  }

  override def put(id: Int, page: Page, isNew: Boolean): Unit = {
    val next = stored(page)
    if (isNew || !fetched.get(id).exists(Pages.areSame(_, next))) {
      state.updateValue(State.PageKey(window, id), next)
    }
  }

  override def remove(id: Int): Unit = state.removeKey(State.PageKey(window, id))

  def page(stored: State.Page): Page =
    if (isOfObjects) {
      val page = codec.read(new DataInputStream(new ByteArrayInputStream(stored.objects)))
      page.longs = stored.longs.clone()
      page
    } else {
      new Page(stored.longs.clone(), stored.words.clone())
    }

  /** A page as it is stored; whoever has the page goes on writing into it. */
  def stored(page: Page): State.Page =
    if (isOfObjects) {
      val bytes = new ByteArrayOutputStream
      codec.write(new Page(Array.emptyLongArray, page.objects), new DataOutputStream(bytes))
      State.Page(page.longs.clone(), null, bytes.toByteArray)
    } else {
      State.Page(page.longs.clone(), page.words.clone(), null)
    }
}

private object Pages {
  def areSame(a: State.Page, b: State.Page): Boolean =
    Arrays.equals(a.longs, b.longs) && Arrays.equals(a.words, b.words) &&
      Arrays.equals(a.objects, b.objects)
}
