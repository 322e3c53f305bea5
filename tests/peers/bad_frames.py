"""Frames that are wrong on purpose: random, truncated and mutated ones, drawn from valid requests of every API."""
import pathlib
import struct

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors" / "messages.txt"

# API: (key, first flexible version, whose requests have header v2). Source: Kafka's protocol guide.
NEVER = 99
APIS = {
    "Produce": (0, 9), "Fetch": (1, 12), "ListOffsets": (2, 6), "Metadata": (3, 9), "OffsetCommit": (8, 8), "OffsetFetch": (9, 6),
    "FindCoordinator": (10, 3), "JoinGroup": (11, 6), "Heartbeat": (12, 4), "LeaveGroup": (13, 4), "SyncGroup": (14, 4),
    "DescribeGroups": (15, 5), "ListGroups": (16, 3), "SaslHandshake": (17, NEVER), "ApiVersions": (18, 3), "CreateTopics": (19, 5),
    "DeleteTopics": (20, 4), "DeleteRecords": (21, 2), "InitProducerId": (22, 2), "OffsetForLeaderEpoch": (23, 4),
    "AddPartitionsToTxn": (24, 3), "AddOffsetsToTxn": (25, 3), "EndTxn": (26, 3), "TxnOffsetCommit": (28, 3),
    "DescribeConfigs": (32, 4), "AlterConfigs": (33, 2), "SaslAuthenticate": (36, 2), "CreatePartitions": (37, 2),
    "DeleteGroups": (42, 2), "IncrementalAlterConfigs": (44, 1), "OffsetDelete": (47, NEVER), "DescribeCluster": (60, 0),
    "DescribeProducers": (61, 0), "DescribeTransactions": (65, 0), "ListTransactions": (66, 0), "ConsumerGroupHeartbeat": (68, 0),
    "ConsumerGroupDescribe": (69, 0), "DescribeTopicPartitions": (75, 0),
    "DescribeClientQuotas": (48, 1), "AlterClientQuotas": (49, 1), "ListClientMetricsResources": (74, 0),
    "WriteTxnMarkers": (27, 1), "AlterReplicaLogDirs": (34, 2), "DescribeLogDirs": (35, 2), "ElectLeaders": (43, 2),
    "AlterPartitionReassignments": (45, 0), "ListPartitionReassignments": (46, 0),
}


def valid_requests():
    """A payload (header and body) for each request vector. Raises KeyError for an API that has no line above."""
    payloads = []
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        words = line.split(" ", 3)
        if line.startswith("#") or not words[0].endswith("Request"):
            continue
        key, flexible_from = APIS[words[0].removesuffix("Request")]
        version = int(words[1])
        header = struct.pack(">hhih", key, version, 77, 5) + b"abuse" + (b"\0" if version >= flexible_from else b"")
        payloads.append(header + (b"" if words[2] == "-" else bytes.fromhex(words[2])))
    return payloads


def framed(payload):
    return struct.pack(">i", len(payload)) + payload


def mutated(payload, chance):
    """A few bytes changed, put in or taken out; the length fits."""
    changed = bytearray(payload)
    for _ in range(chance.randint(1, 6)):
        # Half of the changes fall on the body's head, where counts and lengths stand.
        at = chance.randrange(min(len(changed), 40) if chance.random() < 0.5 else len(changed))
        what = chance.randrange(4)
        if what == 0:
            changed[at] ^= 1 << chance.randrange(8)
        elif what == 1:
            changed[at] = chance.choice((0x00, 0x01, 0x7F, 0x80, 0xFF))
        elif what == 2:
            changed[at:at] = chance.randbytes(chance.randint(1, 4))
        elif len(changed) > 8:
            del changed[at:at + chance.randint(1, 4)]
    return bytes(changed)


def bad_frame(requests, chance):
    """One piece of stream: what kind it is and its bytes."""
    payload = chance.choice(requests)
    kind = chance.choices(("random", "truncated", "cut", "lying", "mutated", "valid"), (15, 20, 10, 10, 40, 5))[0]
    if kind == "random":
        return kind, framed(chance.randbytes(chance.randint(0, 300)))
    if kind == "truncated":  # The length fits the shorter payload.
        return kind, framed(payload[:chance.randrange(len(payload))])
    if kind == "cut":  # The rest never comes.
        return kind, framed(payload)[:chance.randrange(1, len(payload) + 4)]
    if kind == "lying":
        length = chance.choice((0, -1, 1, 7, len(payload) * 2, 0x05FFFFFF, 0x7FFFFFFF, -0x80000000))
        return kind, struct.pack(">i", length) + payload
    return kind, framed(mutated(payload, chance) if kind == "mutated" else payload)
