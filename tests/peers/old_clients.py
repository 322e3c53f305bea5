#!/usr/bin/python3
"""old_clients.py BOOTSTRAP [--zookeeper]

kafka-python as the client of each older Kafka that it can be: produce by every codec, join, read, commit, resume. Before
(0, 9) it has no groups and is assigned all; at (0, 8, 1) it commits to ZooKeeper, which needs a broker that has one."""
import importlib.util
import sys
import warnings

from facts import Facts, suffix, until

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from kafka import KafkaConsumer, KafkaProducer, TopicPartition

VERSIONS = [(0, 8, 0), (0, 8, 1), (0, 8, 2), (0, 9), (0, 10), (0, 10, 1), (0, 10, 2), (0, 11), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2),
            (2, 3), (2, 4), (2, 5)]
ZOOKEEPER = (0, 8, 1)
GROUPS = (0, 9)
LZ4 = (0, 8, 2)
# The modules that kafka-python needs for what it can't do by itself; message format 0 has a checksum of lz4 of its own
# (KAFKA-3160), for which it needs the last.
MODULES = {"snappy": ["snappy"], "lz4": ["lz4", "xxhash"]}
CODECS = [None, "gzip"] + [codec for codec, needs in MODULES.items() if all(map(importlib.util.find_spec, needs))]
COUNT = 20


def words(version):
    return ".".join(map(str, version))


class Reader:
    def __init__(self, bootstrap, version, group, topics):
        self.records, self.topics = [], topics
        self.consumer = KafkaConsumer(bootstrap_servers=bootstrap, api_version=version, group_id=group,
                                      auto_offset_reset="earliest", enable_auto_commit=False, session_timeout_ms=8000,
                                      heartbeat_interval_ms=500)
        # The oldest knows no group that could share the partitions out.
        if version < GROUPS:
            self.consumer.assign([TopicPartition(topic, 0) for topic in topics])
        else:
            self.consumer.subscribe(topics)

    def poll(self):
        for part, records in self.consumer.poll(timeout_ms=100).items():
            self.records += [(part.topic, record.offset, record.value.decode()) for record in records]
        return self.records


def stored(bootstrap, version, codec, topic):
    """What the producer's records were told: one partition, offsets from 0 on."""
    producer = KafkaProducer(bootstrap_servers=bootstrap, api_version=version, compression_type=codec, acks="all", linger_ms=20)
    sent = [producer.send(topic, key=b"k", value=b"v%d" % number) for number in range(COUNT)]
    told = [(future.get(10).partition, future.get(10).offset) for future in sent]
    producer.close()
    return told


def as_version(facts, bootstrap, version, commits):
    name = words(version)
    codecs = [codec for codec in CODECS if codec != "lz4" or version >= LZ4]
    topics = {f"old-{name}-{codec or 'none'}-{suffix()}": codec for codec in codecs}
    for topic, codec in topics.items():
        facts.equal(f"{name}: {codec or 'uncompressed'} records are stored", stored(bootstrap, version, codec, topic),
                    [(0, number) for number in range(COUNT)])
    group = f"old-{name}-{suffix()}" if commits else None
    reader = Reader(bootstrap, version, group, list(topics))
    until(lambda: len(reader.poll()) >= COUNT * len(topics))
    facts.equal(f"{name}: all are read, each once", sorted(reader.records),
                sorted((topic, number, f"v{number}") for topic in topics for number in range(COUNT)))
    if commits:
        reader.consumer.commit()
        facts.equal(f"{name}: commits are read back",
                    [reader.consumer.committed(TopicPartition(topic, 0)) for topic in topics], [COUNT] * len(topics))
    reader.consumer.close()
    if not commits:
        return
    last = list(topics)[-1]
    stored(bootstrap, version, topics[last], last)
    again = Reader(bootstrap, version, group, list(topics))
    until(lambda: len(again.poll()) >= COUNT)
    facts.equal(f"{name}: a new reader resumes behind the commits", sorted(again.records),
                sorted((last, COUNT + number, f"v{number}") for number in range(COUNT)))
    again.consumer.close()


def main():
    facts = Facts("old_clients")
    has_zookeeper = "--zookeeper" in sys.argv[2:]
    print("codecs:", ", ".join(codec or "none" for codec in CODECS), flush=True)
    for version in VERSIONS:
        commits = version >= ZOOKEEPER and (has_zookeeper or version != ZOOKEEPER)
        as_version(facts, sys.argv[1], version, commits)
    facts.finish()


if __name__ == "__main__":
    main()
