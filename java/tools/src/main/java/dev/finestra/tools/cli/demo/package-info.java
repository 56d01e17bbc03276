/**
 * {@code finestra demo}: a window at work in the terminal, without an engine.
 *
 * <p>{@link dev.finestra.tools.cli.demo.DemoCommand} plays two minutes of temperatures into a
 * window of one minute. It shows a burst, a late event, a range query, and a silent source whose
 * entries are evicted in one bulk evict. {@code DemoCosts} then counts combines and events per
 * second for several algorithms over a day of seconds.
 *
 * <p>The demos on Spark and Flink are in Python: {@code python/finestra/cli}.
 */
package dev.finestra.tools.cli.demo;
