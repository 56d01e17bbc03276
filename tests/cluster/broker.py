"""A Kafka broker in a box, with producers and consumers outside it."""

import os
import time
from collections.abc import Iterable, Iterator

from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic
from tests.cluster.boxes import PATIENCE_SECONDS, Box, Boxes, until
from tests.ports import free_port

IMAGE = os.environ.get("KAFKA_IMAGE", "apache/kafka:4.1.0")

# The image first formats the broker's disk and ends; then the broker starts alone.
RUN = (
    "/etc/kafka/docker/run || exec java -Xmx512m -cp '/opt/kafka/libs/*' kafka.Kafka"
    " /opt/kafka/config/server.properties"
)


class Broker:
    """One broker in KRaft mode: ``kafka:9092`` for the boxes, another port outside."""

    inside = "kafka:9092"

    def __init__(self, boxes: Boxes) -> None:
        """Starts the broker and waits until it answers."""
        port = free_port()
        self.outside = f"127.0.0.1:{port}"
        self.box: Box = boxes.add(
            "kafka",
            IMAGE,
            ["sh", "-c", RUN],
            {
                "KAFKA_NODE_ID": "1",
                "KAFKA_PROCESS_ROLES": "broker,controller",
                "KAFKA_CONTROLLER_QUORUM_VOTERS": "1@localhost:9093",
                "KAFKA_CONTROLLER_LISTENER_NAMES": "CONTROLLER",
                "KAFKA_INTER_BROKER_LISTENER_NAME": "INSIDE",
                "KAFKA_LISTENERS": "INSIDE://:9092,CONTROLLER://:9093,OUTSIDE://:9094",
                "KAFKA_ADVERTISED_LISTENERS": f"INSIDE://kafka:9092,OUTSIDE://{self.outside}",
                "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": (
                    "INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT,OUTSIDE:PLAINTEXT"
                ),
                "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR": "1",
                "KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS": "2",
                "KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR": "1",
                "KAFKA_TRANSACTION_STATE_LOG_MIN_ISR": "1",
                "KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS": "4",
                "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS": "0",
                "KAFKA_AUTO_CREATE_TOPICS_ENABLE": "false",
            },
            ports={9094: port},
        )
        self.await_answer()

    def await_answer(self) -> None:
        """Waits until it answers."""
        admin = AdminClient({"bootstrap.servers": self.outside, "log_level": 0})
        until("the broker answers", lambda: admin.list_topics(timeout=2).brokers)

    def restart(self) -> None:
        """Kills the broker with SIGKILL and starts it again on the same disk."""
        self.box.kill()
        time.sleep(3)
        self.box.start_again()
        self.await_answer()

    def create(self, topic: str, partitions: int, settings: dict[str, str] | None = None) -> None:
        """Creates a topic that never deletes rows, however old their timestamps."""
        admin = AdminClient({"bootstrap.servers": self.outside})
        new = NewTopic(topic, partitions, 1, config={"retention.ms": "-1", **(settings or {})})
        for done in admin.create_topics([new]).values():
            done.result(60)

    def producer(self) -> Producer:
        """A producer with exactly-once writes in order."""
        return Producer(
            {
                "bootstrap.servers": self.outside,
                "enable.idempotence": True,
                "message.timeout.ms": 300_000,
                "linger.ms": 5,
                "queue.buffering.max.messages": 2_000_000,
                "log_level": 0,
            }
        )

    def all_committed(self, topic: str) -> list[str]:
        """All rows committed so far."""
        ends: dict[int, int] = {}
        consumer = self._consumer(topic)
        try:
            for partition in consumer.list_topics(topic, 30).topics[topic].partitions:
                at = consumer.get_watermark_offsets(TopicPartition(topic, partition), timeout=30)
                ends[partition] = at[1]
            return [line for batch in _read(consumer, ends) for line in batch]
        finally:
            consumer.close()

    def _consumer(self, topic: str) -> Consumer:
        consumer = Consumer(
            {
                "bootstrap.servers": self.outside,
                "group.id": "reader",
                "isolation.level": "read_committed",
                "enable.auto.commit": False,
                "enable.partition.eof": True,
                "auto.offset.reset": "earliest",
                "log_level": 0,
            }
        )
        partitions = consumer.list_topics(topic, 30).topics[topic].partitions
        consumer.assign([TopicPartition(topic, each, 0) for each in partitions])
        return consumer


def _read(consumer: Consumer, ends: dict[int, int]) -> Iterator[list[str]]:
    """Reads up to these offsets; the last ones may be transaction markers without rows."""
    open_ones = {partition for partition, end in ends.items() if end > 0}
    end = time.monotonic() + PATIENCE_SECONDS
    while open_ones:
        assert time.monotonic() < end, f"partitions {open_ones} were not read to their ends"
        messages = consumer.consume(10_000, 1.0)
        for message in messages:
            if message.error() is not None and message.error().code() == KafkaError._PARTITION_EOF:
                open_ones.discard(message.partition())
        yield _texts(messages)


def _texts(messages: Iterable[object]) -> list[str]:
    return [m.value().decode() for m in messages if m.error() is None]  # type: ignore[attr-defined]
