package dev.finestra.internal.aggregation.decimals;

import dev.finestra.aggregation.ResultType;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.util.List;

/** An aggregation of words over {@link Decimals}: only its results differ from the inner one's. */
final class DecimalWords extends NamedWordsAggregation<Object> {
  private final WordsAggregation<?> inner;
  private final DecimalResults results;

  DecimalWords(String name, WordsAggregation<?> inner, DecimalResults results) {
    super(name, inner.input(), inner.words(), inner.properties());
    this.inner = inner;
    this.results = results;
  }

  @Override
  public int columns() {
    return inner.columns();
  }

  @Override
  public List<ValueType> row(int columns) {
    return inner.row(columns);
  }

  @Override
  public ResultType result() {
    return results.type();
  }

  @Override
  public Object empty() {
    return results.of(inner.empty());
  }

  @Override
  public void identity(long[] to, int t) {
    inner.identity(to, t);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    inner.combine(older, o, newer, n, to, t);
  }

  @Override
  public void fold(long[] from, int f, int count, long[] to, int t) {
    inner.fold(from, f, count, to, t);
  }

  @Override
  public void suffixes(long[] from, int f, int count, long[] last, int l, long[] to, int t) {
    inner.suffixes(from, f, count, last, l, to, t);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    inner.uncombine(total, o, oldest, n, to, t);
  }

  @Override
  public void lift(long value, long[] to, int t) {
    inner.lift(value, to, t);
  }

  @Override
  public void lift(double value, long[] to, int t) {
    inner.lift(value, to, t);
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    inner.lift(value, to, t);
  }

  @Override
  public Object lower(long[] state, int s) {
    return results.of(inner.lower(state, s));
  }
}
