#!/usr/bin/python3
"""Writes messages.txt: bodies of every message, made from Kafka's definitions by the codec of the reference folder.

Usage: COHORT_REFERENCE=FOLDER generate_message_vectors.py > messages.txt
Each line: name, version, body in hexadecimal, what cohort::print should make of it.
"""
import base64
import os
import sys
import uuid

reference = os.environ["COHORT_REFERENCE"]
sys.path.insert(0, os.path.join(reference, "oracle"))
sys.dont_write_bytecode = True
import wire  # noqa: E402

APIS = ("Produce Fetch ListOffsets Metadata OffsetCommit OffsetFetch FindCoordinator JoinGroup Heartbeat LeaveGroup "
        "SyncGroup DescribeGroups ListGroups SaslHandshake ApiVersions CreateTopics DeleteTopics DeleteRecords "
        "InitProducerId OffsetForLeaderEpoch AddPartitionsToTxn AddOffsetsToTxn EndTxn TxnOffsetCommit "
        "DescribeConfigs AlterConfigs SaslAuthenticate CreatePartitions DeleteGroups IncrementalAlterConfigs "
        "OffsetDelete DescribeCluster DescribeProducers DescribeTransactions ListTransactions "
        "ConsumerGroupHeartbeat ConsumerGroupDescribe DescribeTopicPartitions "
        "DescribeClientQuotas AlterClientQuotas ListClientMetricsResources "
        "WriteTxnMarkers AlterReplicaLogDirs DescribeLogDirs ElectLeaders "
        "AlterPartitionReassignments ListPartitionReassignments").split()
ERRORS = {3: "UNKNOWN_TOPIC_OR_PARTITION", 25: "UNKNOWN_MEMBER_ID", -1: "UNKNOWN_SERVER_ERROR", 1234: "1234"}
KEYS = {18: "ApiVersions", 0: "Produce", 999: "999"}
BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint16": 16}


class Maker:
    """Values that differ from field to field, none of them the default but the nulls."""

    def __init__(self, codec):
        self.count, self.codec = 0, codec

    def next(self):
        self.count += 1
        return self.count

    def number(self, f, message):
        n = self.next()
        if f.name.endswith("error_code") and f.type == "int16":
            value = sorted(ERRORS)[n % len(ERRORS)]
            return value, ERRORS[value]
        if f.name == "api_key" and message.name == "ApiVersionsResponse":
            value = sorted(KEYS)[n % len(KEYS)]
            return value, "" if value == 0 else KEYS[value]
        if f.type == "float64":
            return n + 0.25, str(n + 0.25)
        bits = BITS[f.type]
        value = (n * 0x0102030405060708) % (1 << (bits - 1))
        if n % 3 == 0 and f.type != "uint16":
            value = -value - 1
        if value == f.default_value():
            value += 1
        return value, str(value)

    def one(self, f, version, message, level):
        if f.fields is not None:
            return self.body(f.fields, version, message, level + 1)
        n = self.next()
        if f.type == "bool":
            value = not f.default_value() if not f.array else True
            return value, str(value).lower()
        if f.type == "string":
            return "text-%d" % n, '"text-%d"' % n
        if f.type in ("bytes", "records"):
            if n % 2:
                return b"bytes %d" % n, '"bytes %d"' % n
            data = bytes([0, 255, n % 256, 128])
            return data, "0x" + data.hex()
        if f.type == "uuid":
            value = uuid.UUID(int=(n << 100) | n)
            return str(value), base64.urlsafe_b64encode(value.bytes).decode().rstrip("=")
        return self.number(f, message)

    def field(self, f, version, message, level):
        """The value, and its text; a text of None is the default, which is not printed."""
        if wire.within(f.nullable, version) and self.next() % 4 == 0:
            return None, None if f.default == "null" else "null"
        if not f.array:
            value, text = self.one(f, version, message, level)
            return value, text or None
        pairs = [self.one(f, version, message, level) for _ in range(2 if level < 2 else 1)]
        return [v for v, _ in pairs], "[" + ", ".join(t for _, t in pairs) + "]"

    def body(self, fields, version, message, level=0):
        values, texts = {}, []
        for f in fields:
            if not wire.within(f.versions, version):
                continue
            value, text = self.field(f, version, message, level)
            if wire.within(f.tagged, version) and text is None:
                continue
            values[f.name] = value
            if text is not None:
                texts.append(f.name + "=" + text)
        return values, "{" + ", ".join(texts) + "}"


def main():
    messages = wire.Messages(os.path.join(reference, "kafka-messages"))
    codec = wire.Codec(messages)
    maker = Maker(codec)
    print("# Written by generate_message_vectors.py beside this file: bodies encoded from Kafka 3.9's message definitions by a")
    print("# codec of its own (Python), at the first and last version of each message, on both sides of the first flexible")
    print("# one, and between. Each line: name, version, body in hexadecimal, what cohort::print makes of it.")
    names = [a + k for a in APIS for k in ("Request", "Response")]
    names += ["ConsumerProtocolSubscription", "ConsumerProtocolAssignment"]
    for name in names:
        message = messages[name]
        first, last = message.valid
        middle = (first + last) // 2
        wanted = {first, last, middle, message.flexible[0], message.flexible[0] - 1}
        for version in sorted(v for v in wanted if first <= v <= last):
            values, text = maker.body(message.fields, version, message)
            print(name, version, codec.encode(message, version, values).hex() or "-", name + text)


main()
