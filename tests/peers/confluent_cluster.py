#!/usr/bin/python3
"""confluent-kafka (librdkafka under Python) with three brokers in one process: leaders and replicas spread, a replicated
topic, groups with coordinators on several brokers, a transaction that spans their partitions."""
import sys

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

from facts import Facts, suffix, until

SETTINGS = {"log_level": 2}


def consume(bootstrap, group, topic, count, **options):
    """Reads as a member of the group, commits, and leaves; returns the values."""
    consumer = Consumer({**SETTINGS, "bootstrap.servers": bootstrap, "group.id": group, "auto.offset.reset": "earliest",
                         "enable.auto.commit": False, "session.timeout.ms": 6000, **options})
    consumer.subscribe([topic])
    values = []

    def poll():
        message = consumer.poll(0.2)
        if message is not None and not message.error():
            values.append(message.value().decode())
        return len(values) >= count

    until(poll)
    consumer.commit(asynchronous=False)
    consumer.close()
    return values


def committed(bootstrap, group, topic):
    consumer = Consumer({**SETTINGS, "bootstrap.servers": bootstrap, "group.id": group})
    offsets = consumer.committed([TopicPartition(topic, part) for part in range(6)], 10)
    consumer.close()
    return sum(max(part.offset, 0) for part in offsets)


def main():
    bootstrap = sys.argv[1]
    facts = Facts("confluent_cluster")
    admin = AdminClient({**SETTINGS, "bootstrap.servers": bootstrap})
    topic = f"cluster-{suffix()}"
    admin.create_topics([NewTopic(topic, num_partitions=6, replication_factor=3)])[topic].result(10)

    # One broker is enough to find the others.
    one = bootstrap.split(",")[1]
    described = AdminClient({**SETTINGS, "bootstrap.servers": one}).list_topics(topic, timeout=10)
    facts.equal("one broker names them all", sorted(described.brokers), [1, 2, 3])
    partitions = described.topics[topic].partitions.values()
    facts.equal("each broker leads its share", sorted(part.leader for part in partitions), [1, 1, 2, 2, 3, 3])
    facts.check("every broker has a replica in sync", all(sorted(part.isrs) == [1, 2, 3] for part in partitions))

    producer = Producer({**SETTINGS, "bootstrap.servers": one, "acks": "all", "enable.idempotence": True})
    for number in range(60):
        producer.produce(topic, partition=number % 6, value=f"v{number}")
    facts.equal("every record is acknowledged by its leader", producer.flush(10), 0)

    everything = sorted(f"v{number}" for number in range(60))
    groups = [f"group-{number}-{suffix()}" for number in range(5)]  # Of three coordinators, as good as certainly.
    for group in groups:
        facts.equal(f"{group} reads everything once", sorted(consume(one, group, topic, 60)), everything)
    facts.equal("and its commits can be read back", [committed(one, group, topic) for group in groups], [60] * 5)
    listed = {group.id for group in admin.list_groups(timeout=10)}
    facts.check("all brokers together list all groups", set(groups) <= listed, listed)

    transactional = Producer({**SETTINGS, "bootstrap.servers": one, "transactional.id": f"id-{suffix()}"})
    transactional.init_transactions(10)
    transactional.begin_transaction()
    for number in range(6):
        transactional.produce(topic, partition=number, value=f"t{number}")
    transactional.commit_transaction(10)
    read = consume(one, f"late-{suffix()}", topic, 66, **{"isolation.level": "read_committed"})
    facts.equal("a transaction over three leaders is read", sorted(value for value in read if value[0] == "t"),
                [f"t{number}" for number in range(6)])
    facts.finish()


if __name__ == "__main__":
    main()
