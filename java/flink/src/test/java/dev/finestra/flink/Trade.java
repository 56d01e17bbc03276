package dev.finestra.flink;

/** A row for the tests: a POJO. */
public class Trade {
  public String symbol;
  public long time;
  public Long price;
  public double weight;

  public Trade() {}

  Trade(String symbol, long time, Long price, double weight) {
    this.symbol = symbol;
    this.time = time;
    this.price = price;
    this.weight = weight;
  }

  @Override
  public String toString() {
    return symbol + "@" + time + "=" + price + "/" + weight;
  }
}
