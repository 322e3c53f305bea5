#!/usr/bin/python3
"""version_0.py BOOTSTRAP [--zookeeper]

The protocol of a client of 2016: version 0 of Metadata, Produce, Fetch, ListOffsets, GroupCoordinator, OffsetCommit and
OffsetFetch, and nothing else. It commits to ZooKeeper, as consumers did before Kafka 0.9; a broker without one refuses that
with UNSUPPORTED_VERSION (35). Sockets and the standard library alone; sources: Kafka's protocol guide, KIP-31."""
import gzip
import socket
import struct
import sys
import zlib

from facts import Facts, suffix, until

PRODUCE, FETCH, LIST_OFFSETS, METADATA, OFFSET_COMMIT, OFFSET_FETCH, GROUP_COORDINATOR = 0, 1, 2, 3, 8, 9, 10
UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE, COORDINATOR_NOT_AVAILABLE, UNSUPPORTED_VERSION = 3, 5, 15, 35
LATEST, EARLIEST = -1, -2


def text(value):
    return struct.pack(">h", len(value)) + value.encode()


def sized(value):
    return struct.pack(">i", -1) if value is None else struct.pack(">i", len(value)) + value


def array(parts):
    return struct.pack(">i", len(parts)) + b"".join(parts)


def message(value, key=None, offset=0, attributes=0):
    body = struct.pack(">bb", 0, attributes) + sized(key) + sized(value)
    body = struct.pack(">I", zlib.crc32(body)) + body
    return struct.pack(">q", offset) + sized(body)


def gzipped(messages):
    return message(gzip.compress(b"".join(messages)), offset=len(messages) - 1, attributes=1)


def messages_in(data):
    """(offset, value) of every whole message; what is cut off at the end is passed over."""
    found = []
    while len(data) >= 12:
        offset, size = struct.unpack_from(">qi", data)
        if len(data) < 12 + size:
            break
        crc, magic, attributes, key_size = struct.unpack_from(">Ibbi", data, 12)
        assert (crc, magic) == (zlib.crc32(data[16:12 + size]), 0), "a checksum that is wrong, or another format"
        at = 22 + max(key_size, 0)
        value = data[at + 4:12 + size]
        found += messages_in(gzip.decompress(value)) if attributes & 7 == 1 else [(offset, value.decode())]
        data = data[12 + size:]
    return found


class Answer:
    """Reads the fields of an answer one by one."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, form):
        (value,) = struct.unpack_from(">" + form, self.data, self.at)
        self.at += struct.calcsize(">" + form)
        return value

    def bytes(self, form="i"):
        size = max(self.number(form), 0)
        self.at += size
        return self.data[self.at - size:self.at]

    def text(self):
        return self.bytes("h").decode()

    def array(self, read):
        return [read() for _ in range(self.number("i"))]


class OldClient:
    def __init__(self, bootstrap):
        host, port = bootstrap.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), 10)
        self.correlation_id = 0

    def received(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            assert piece, "the broker closed the connection"
            data += piece
        return data

    def ask(self, api, body):
        self.correlation_id += 1
        self.socket.sendall(sized(struct.pack(">hhi", api, 0, self.correlation_id) + text("kiel") + body))
        (size,) = struct.unpack(">i", self.received(4))
        answer = Answer(self.received(size))
        assert answer.number("i") == self.correlation_id
        return answer

    def metadata(self, *topics):
        answer = self.ask(METADATA, array([text(topic) for topic in topics]))
        brokers = answer.array(lambda: (answer.number("i"), answer.text(), answer.number("i")))
        partition = lambda: (answer.number("h"), answer.number("i"), answer.number("i"),
                             answer.array(lambda: answer.number("i")), answer.array(lambda: answer.number("i")))
        return brokers, answer.array(lambda: (answer.number("h"), answer.text(), answer.array(partition)))

    def of_one(self, api, head, topic, fields, read):
        """An API that is asked for one partition."""
        answer = self.ask(api, head + array([text(topic) + array([fields])]))
        (topics,) = answer.array(lambda: (answer.text(), answer.array(lambda: (answer.number("i"), *read(answer)))))
        assert topics[0] == topic and answer.at == len(answer.data)
        return topics[1][0][1:]

    def produce(self, topic, message_set, partition=0):
        return self.of_one(PRODUCE, struct.pack(">hi", 1, 5000), topic, struct.pack(">i", partition) + sized(message_set),
                           lambda answer: (answer.number("h"), answer.number("q")))

    def fetch(self, topic, offset, max_wait=100):
        error, high_watermark, records = self.of_one(
            FETCH, struct.pack(">iii", -1, max_wait, 1), topic, struct.pack(">iqi", 0, offset, 1 << 20),
            lambda answer: (answer.number("h"), answer.number("q"), answer.bytes()))
        return error, high_watermark, [found for found in messages_in(records) if found[0] >= offset]

    def list_offsets(self, topic, when, partition=0):
        return self.of_one(LIST_OFFSETS, struct.pack(">i", -1), topic, struct.pack(">iqi", partition, when, 10),
                           lambda answer: (answer.number("h"), answer.array(lambda: answer.number("q"))))

    def coordinator(self, group):
        answer = self.ask(GROUP_COORDINATOR, text(group))
        return answer.number("h"), answer.number("i"), answer.text(), answer.number("i")

    def commit(self, group, topic, offset, partition=0):
        return self.of_one(OFFSET_COMMIT, text(group), topic, struct.pack(">iq", partition, offset) + text("note"),
                           lambda answer: (answer.number("h"),))[0]

    def committed(self, group, topic, partition=0):
        """(offset, metadata, error)"""
        return self.of_one(OFFSET_FETCH, text(group), topic, struct.pack(">i", partition),
                           lambda answer: (answer.number("q"), answer.text(), answer.number("h")))


def logs(facts, client, topic):
    facts.check("the topic is made for who asks for it", client.metadata(topic)[1][0][0] in
                (UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE))
    facts.check("and then it is there", until(lambda: client.metadata(topic)[1][0][0] == 0))
    brokers, topics = client.metadata(topic)
    node = brokers[0][0]
    facts.equal("its partition has a leader", topics, [(0, topic, [(0, 0, node, [node], [node])])])
    facts.check("no topics mean all", topic in [name for _, name, _ in client.metadata()[1]])

    facts.equal("messages are stored", client.produce(topic, message(b"a", b"k") + message(b"b")), (0, 0))
    facts.equal("compressed ones too", client.produce(topic, gzipped([message(b"c", offset=0), message(b"d", offset=1)])), (0, 2))
    facts.equal("not where there is no partition", client.produce(topic, message(b"x"), 9), (UNKNOWN_TOPIC_OR_PARTITION, -1))
    facts.equal("what was stored is read", client.fetch(topic, 0), (0, 4, [(0, "a"), (1, "b"), (2, "c"), (3, "d")]))
    facts.equal("from any offset", client.fetch(topic, 3), (0, 4, [(3, "d")]))
    facts.equal("at the end there is nothing", client.fetch(topic, 4), (0, 4, []))
    facts.equal("the first offset is found", client.list_offsets(topic, EARLIEST), (0, [0]))
    facts.equal("the last ones too, the latest first", client.list_offsets(topic, LATEST), (0, [4, 0]))
    facts.equal("not where there is no partition", client.list_offsets(topic, LATEST, 9), (UNKNOWN_TOPIC_OR_PARTITION, []))


def offsets(facts, client, topic, has_zookeeper):
    group = f"kiel-{suffix()}"
    facts.check("a group has a coordinator", until(lambda: client.coordinator(group)[0] != COORDINATOR_NOT_AVAILABLE))
    facts.equal("which is this broker", client.coordinator(group), (0, *client.metadata()[0][0]))
    if not has_zookeeper:
        facts.equal("there is nothing to commit to", client.commit(group, topic, 2), UNSUPPORTED_VERSION)
        facts.equal("nor to read commits from", client.committed(group, topic), (-1, "", UNSUPPORTED_VERSION))
        return
    facts.equal("nothing is committed yet", client.committed(group, topic), (-1, "", UNKNOWN_TOPIC_OR_PARTITION))
    facts.equal("an offset is committed", client.commit(group, topic, 2), 0)
    facts.equal("and read back, without its note", client.committed(group, topic), (2, "", 0))
    facts.equal("another group has none", client.committed(group + "2", topic), (-1, "", UNKNOWN_TOPIC_OR_PARTITION))
    facts.equal("a partition that is not there has none", client.commit(group, topic, 2, 9), UNKNOWN_TOPIC_OR_PARTITION)
    resumed = client.fetch(topic, client.committed(group, topic)[0])
    facts.equal("a consumer resumes there", resumed, (0, 4, [(2, "c"), (3, "d")]))


def main():
    facts = Facts("version_0")
    client, topic = OldClient(sys.argv[1]), f"kiel-{suffix()}"
    logs(facts, client, topic)
    offsets(facts, client, topic, "--zookeeper" in sys.argv[2:])
    facts.finish()


if __name__ == "__main__":
    main()
