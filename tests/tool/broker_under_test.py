"""A `cohort serve` of one test, and just enough of Kafka's protocol to look at it. Standard library alone."""
import re
import select
import signal
import socket
import struct
import subprocess
import threading
import time

READY = re.compile(r"ready bootstrap=(\S+) http=(off|http://(\S+):(\d+))\n")
PATIENCE = 20  # Seconds that anything may take on a busy machine, with sanitizers.


class BrokerUnderTest:
    """Use with `with`; what is still running at the end is killed."""

    def __init__(self, program, *options, environment=None):
        self.process = subprocess.Popen([program, "serve", *options], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        watchdog = threading.Timer(PATIENCE, self.process.kill)
        watchdog.start()
        self.ready_line = self.process.stdout.readline()
        watchdog.cancel()
        found = READY.fullmatch(self.ready_line)
        if not found:
            self.process.kill()
            raise AssertionError(f"no ready line but {self.ready_line!r}; stderr: {self.process.communicate()[1]}")
        pairs = [address.rsplit(":", 1) for address in found.group(1).split(",")]
        self.addresses = [(host, int(port)) for host, port in pairs]  # Of each broker.
        self.ports = [port for _, port in self.addresses]
        self.host, self.port = self.addresses[0]
        self.http_host, self.http_port = found.group(3), int(found.group(4) or 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def stop(self, how=signal.SIGTERM):
        """Returns (status, seconds it took, what else stood on stdout, stderr)."""
        began = time.monotonic()
        self.process.send_signal(how)
        more, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, time.monotonic() - began, more, err

    def connect(self, place=0):
        """To one of its brokers."""
        host, port = self.addresses[place] if place else (self.host, self.port)
        return socket.create_connection((host.strip("[]"), port), PATIENCE)


def text(value):
    return struct.pack(">h", len(value)) + value.encode()


def frame(api_key, version, body):
    head = struct.pack(">hhi", api_key, version, 1) + text("tool-test")
    return struct.pack(">i", len(head + body)) + head + body


def waiting_fetch(topic):
    """Fetch v4 of partition 0 from offset 0, ready to wait a minute for a byte."""
    return frame(1, 4, struct.pack(">iiiibi", -1, 60_000, 1, 1_000_000, 0, 1) + text(topic) +
                 struct.pack(">iiqi", 1, 0, 0, 1_000_000))


def join_group(group):
    """JoinGroup v1 of a new member."""
    return frame(11, 1, text(group) + struct.pack(">ii", 30_000, 60_000) + text("") + text("consumer") +
                 struct.pack(">i", 1) + text("range") + struct.pack(">i", 0))


def answer(connection):
    def exactly(size):
        got = b""
        while len(got) < size:
            piece = connection.recv(size - len(got))
            if not piece:
                raise ConnectionError("closed by the broker")
            got += piece
        return got
    return exactly(struct.unpack(">i", exactly(4))[0])


def is_parked(connection):
    """Nothing has come back although there was time for it."""
    return not select.select([connection], [], [], 0.2)[0]


def metadata(broker, topic, place=0):
    """Metadata v0: [(node id, host, port)] and the count of the topic's partitions."""
    with broker.connect(place) as connection:
        connection.sendall(frame(3, 0, struct.pack(">i", 1) + text(topic)))
        data = answer(connection)
    at, brokers = 8, []
    for _ in range(struct.unpack_from(">i", data, 4)[0]):
        node_id, length = struct.unpack_from(">ih", data, at)
        host = data[at + 6:at + 6 + length].decode()
        brokers.append((node_id, host, struct.unpack_from(">i", data, at + 6 + length)[0]))
        at += 10 + length
    at += 4 + 2  # The count of topics, the topic's error code.
    at += 2 + struct.unpack_from(">h", data, at)[0]
    return brokers, struct.unpack_from(">i", data, at)[0]


def advertised(broker):
    """ApiVersions v0: {API key: (first, last)}."""
    with broker.connect() as connection:
        connection.sendall(frame(18, 0, b""))
        data = answer(connection)
    (count,) = struct.unpack_from(">i", data, 6)  # Behind the correlation id and the error code.
    return {key: (first, last) for key, first, last in (struct.unpack_from(">hhh", data, 10 + 6 * i) for i in range(count))}


def config(broker, key):
    """DescribeConfigs v1 of the broker's own setting: (value, source)."""
    with broker.connect() as connection:
        connection.sendall(frame(32, 1, struct.pack(">ib", 1, 4) + text("1") + struct.pack(">i", 1) + text(key) + b"\0"))
        data = answer(connection)
    at = 4 + 4 + 4 + 2  # Correlation id, throttle time, count of results, error code.
    at += 2 + max(0, struct.unpack_from(">h", data, at)[0]) + 1  # The error's message, the resource's type.
    at += 2 + struct.unpack_from(">h", data, at)[0] + 4  # The resource's name, the count of settings.
    at += 2 + struct.unpack_from(">h", data, at)[0]  # The setting's name.
    length = struct.unpack_from(">h", data, at)[0]
    value = None if length < 0 else data[at + 2:at + 2 + length].decode()
    return value, data[at + 2 + max(0, length) + 1]
