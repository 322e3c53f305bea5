"""A client that knows bytes only: frames, Fetch v4 and the head of a record batch. Standard library alone, so that
what it sees owes nothing to any Kafka client. Sources: KIP-98 (record batch v2), Kafka's protocol guide."""
import dataclasses
import socket
import struct

CODECS = {0: "none", 1: "gzip", 2: "snappy", 3: "lz4", 4: "zstd"}


def crc32c_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC_TABLE = crc32c_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


@dataclasses.dataclass
class Batch:
    base_offset: int
    magic: int
    crc_is_right: bool
    codec: str
    record_count: int
    payload: bytes  # The records as stored: compressed unless the codec is "none".


def batches_in(data):
    """The whole batches in `data`; a fetch may end with a piece of one."""
    found, at = [], 0
    while at + 61 <= len(data):
        base_offset, length = struct.unpack_from(">qi", data, at)
        end = at + 12 + length
        if end > len(data):
            break
        magic, crc, attributes = struct.unpack_from(">bIh", data, at + 16)
        (count,) = struct.unpack_from(">i", data, at + 57)
        found.append(Batch(base_offset, magic, crc == crc32c(data[at + 21:end]), CODECS[attributes & 7], count,
                           data[at + 61:end]))
        at = end
    return found


class RawClient:
    def __init__(self, bootstrap):
        host, port = bootstrap.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), 5)
        self.socket.settimeout(10)
        self.correlation_id = 0

    def receive(self, size):
        data = b""
        while len(data) < size:
            piece = self.socket.recv(size - len(data))
            if not piece:
                raise ConnectionError("the broker closed the connection")
            data += piece
        return data

    def call(self, api_key, version, body):
        """Sends one request with header v1 and returns the answer after header v0."""
        self.correlation_id += 1
        client_id = b"raw"
        head = struct.pack(">hhih", api_key, version, self.correlation_id, len(client_id)) + client_id
        self.socket.sendall(struct.pack(">i", len(head + body)) + head + body)
        (size,) = struct.unpack(">i", self.receive(4))
        answer = self.receive(size)
        (correlation_id,) = struct.unpack_from(">i", answer)
        if correlation_id != self.correlation_id:
            raise ValueError(f"answer {correlation_id} to request {self.correlation_id}")
        return answer[4:]

    def fetch(self, topic, partition, offset):
        """Fetch v4 of one partition: the error code and the record bytes."""
        name = topic.encode()
        body = struct.pack(">iiiibi", -1, 500, 1, 50_000_000, 0, 1) + struct.pack(">h", len(name)) + name
        body += struct.pack(">iiqi", 1, partition, offset, 50_000_000)
        answer = self.call(1, 4, body)
        at = 4 + 4 + 2 + len(name) + 4  # throttle, topics, name, partitions
        _, error, _, _, aborted = struct.unpack_from(">ihqqi", answer, at)
        at += 26 + 16 * max(aborted, 0)
        (size,) = struct.unpack_from(">i", answer, at)
        return error, answer[at + 4:at + 4 + max(size, 0)]

    def close(self):
        self.socket.close()
