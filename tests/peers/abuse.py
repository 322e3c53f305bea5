#!/usr/bin/python3
"""tests/peers/abuse.py BOOTSTRAP [--pid PID] [--seed N] [--frames N]

Clients that do everything wrong, over real sockets: random, truncated and mutated frames, connections that say nothing or
stop in the middle, one that asks for far more than it reads, and requests whose answers would be enormous. Meanwhile and
afterwards a good client is served, and the broker (whose process id is PID) does not grow out of bounds. The same seed sends
the same bytes."""
import argparse
import collections
import random
import select
import socket
import struct
import time

from bad_frames import bad_frame, valid_requests
from facts import Facts, suffix
from raw_client import RawClient, batches_in, crc32c

IDLE_CONNECTIONS = 500
BIG_BATCHES, BIG_BATCH_BYTES = 24, 900_000
GROWTH_LIMIT_KB = 128 * 1024  # Beyond the 21 MB that the big topic holds.


def record_batch(value):
    """One record in a batch of magic 2 (KIP-98)."""
    def varint(number):
        number, out = number << 1, b""
        while number > 0x7F:
            out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
        return out + bytes([number])
    record = b"\0\0\0\x01" + varint(len(value)) + value + b"\0"
    covered = struct.pack(">hiqqqhii", 0, 0, 1_700_000_000_000, 1_700_000_000_000, -1, -1, -1, 1) + varint(len(record)) + record
    return struct.pack(">qiib", 0, 9 + len(covered), -1, 2) + struct.pack(">I", crc32c(covered)) + covered


class GoodClient(RawClient):
    def __init__(self, bootstrap, topic):
        super().__init__(bootstrap)
        self.topic, self.next_offset = topic, 0

    def name(self):
        return struct.pack(">h", len(self.topic)) + self.topic.encode()

    def make_topic(self):
        """Metadata v4, which makes a topic that is not there."""
        return self.call(3, 4, struct.pack(">i", 1) + self.name() + b"\x01")

    def produce(self, batch):
        """Produce v3, acks=all: the error code and the offset."""
        body = struct.pack(">hhii", -1, -1, 30_000, 1) + self.name() + struct.pack(">iii", 1, 0, len(batch)) + batch
        answer = self.call(0, 3, body)
        return struct.unpack_from(">hq", answer, 4 + 2 + len(self.topic) + 4 + 4)

    def round_trip(self):
        """Produces a record and reads it back: whether it is as it was sent, and how long that took."""
        began = time.monotonic()
        value = f"value {self.next_offset}".encode()
        produced = self.produce(record_batch(value))
        error, data = self.fetch(self.topic, 0, self.next_offset)
        batches = batches_in(data)
        is_good = produced == (0, self.next_offset) and error == 0 and len(batches) == 1 and value in batches[0].payload
        self.next_offset += 1
        return is_good, time.monotonic() - began


def memory_kb(pid, field):
    """VmRSS or VmHWM of the broker; None where there is no /proc or no PID."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(field + ":"))
    except (OSError, StopIteration):
        return None


def connected(bootstrap):
    host, port = bootstrap.rsplit(":", 1)
    return socket.create_connection((host, int(port)), 10)


def send_bad_frames(bootstrap, count, seed, meanwhile):
    """Sends them in connections of one to eight frames, the last 64 of which stay open; says how many of each kind. A frame
    that certainly ends its connection comes last on it, so that most of the others are taken up."""
    chance, requests, kinds = random.Random(seed), valid_requests(), collections.Counter()
    open_ones = collections.deque()
    sent = 0
    while sent < count:
        link = connected(bootstrap)
        open_ones.append(link)
        for _ in range(min(chance.randint(1, 8), count - sent)):
            kind, stream = bad_frame(requests, chance)
            kinds[kind] += 1
            sent += 1
            try:
                link.sendall(stream)
            except OSError:
                pass  # Closed because of what came before; the frame counts, its bytes went nowhere.
            if sent % 500 == 0:
                meanwhile()
            if kind in ("random", "cut", "lying"):
                break
        # What is answered is taken, so that the close below does not throw away what the broker has not read.
        while select.select([link], [], [], 0.001)[0]:
            try:
                if not link.recv(65536):
                    break
            except OSError:
                break
        if len(open_ones) > 64:
            open_ones.popleft().close()
    for link in open_ones:
        link.close()
    return kinds


def idle_connections(bootstrap):
    """A third says nothing, a third promises 100 MB, a third stops within a header."""
    links = [connected(bootstrap) for _ in range(IDLE_CONNECTIONS)]
    for number, link in enumerate(links):
        link.sendall((b"", struct.pack(">i", 100_000_000) + b"\0" * 64, struct.pack(">ihh", 40, 3, 4))[number % 3])
    return links


def never_reading(bootstrap, topic):
    """Asks for the whole big topic again and again and reads nothing; returns the socket and how many requests it could send."""
    link = connected(bootstrap)
    link.setblocking(False)
    name = topic.encode()
    body = struct.pack(">iiiibi", -1, 0, 1, 50_000_000, 0, 1) + struct.pack(">h", len(name)) + name + struct.pack(">iiqi", 1, 0, 0, 50_000_000)
    payload = struct.pack(">hhihh", 1, 4, 1, 0, 0)[:-2] + body
    stream, requests, quiet_since = b"", 0, time.monotonic()
    while requests < 100_000 and time.monotonic() - quiet_since < 1:
        if not stream:
            stream, requests = struct.pack(">i", len(payload)) + payload, requests + 1
        try:
            stream, quiet_since = stream[link.send(stream):], time.monotonic()
        except BlockingIOError:
            time.sleep(0.01)
    return link, requests


def string(text):
    return struct.pack(">h", len(text)) + text.encode()


def ask_for_an_enormous_answer(bootstrap):
    """DescribeGroups v0 that names a group with 50 MB of metadata 43 times: an answer of more than 2 GB. Whether the broker
    did no more than end that connection."""
    group, metadata = f"wide-{suffix()}", b"m" * 50_000_000
    member = RawClient(bootstrap)
    join = string(group) + struct.pack(">ii", 60_000, 60_000) + string("") + string("consumer") + struct.pack(">i", 1)
    answer = member.call(11, 1, join + string("range") + struct.pack(">i", len(metadata)) + metadata)
    error, generation, size = struct.unpack_from(">hih", answer)
    leader_at = 8 + size
    (size,) = struct.unpack_from(">h", answer, leader_at)
    member_id = answer[leader_at + 2:leader_at + 2 + size].decode()
    sync = string(group) + struct.pack(">i", generation) + string(member_id) + struct.pack(">i", 0)
    synced = member.call(14, 0, sync)
    greedy = RawClient(bootstrap)
    try:
        greedy.call(15, 0, struct.pack(">i", 43) + string(group) * 43)
        return False
    except (OSError, EOFError):
        return error == 0 and struct.unpack_from(">h", synced) == (0,)


def commit_to_unknown_topics(bootstrap, count):
    """One OffsetCommit v2 for as many topics that are not there: whether each was answered. (Searching for each topic among
    those before it would take longer than the client waits.)"""
    topics = b"".join(string(f"nope-{number}") + struct.pack(">iiq", 1, 0, 5) + string("") for number in range(count))
    head = string("g") + struct.pack(">i", -1) + string("") + struct.pack(">qi", -1, count)
    answer = RawClient(bootstrap).call(8, 2, head + topics)
    return struct.unpack_from(">i", answer) == (count,)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bootstrap")
    parser.add_argument("--pid", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frames", type=int, default=10_000)
    options = parser.parse_args()
    facts = Facts("abuse")
    print(f"seed {options.seed}", flush=True)

    good = GoodClient(options.bootstrap, f"good-{suffix()}")
    good.make_topic()
    trips = [good.round_trip()]
    facts.check("a good client is served before", trips[0][0])
    big = GoodClient(options.bootstrap, f"big-{suffix()}")
    big.make_topic()
    batch = record_batch(b"x" * BIG_BATCH_BYTES)
    facts.equal("a big topic is filled", [big.produce(batch)[0] for _ in range(BIG_BATCHES)], [0] * BIG_BATCHES)
    before = memory_kb(options.pid, "VmRSS")

    idle = idle_connections(options.bootstrap)
    trips.append(good.round_trip())
    facts.check(f"a good client is served beside {IDLE_CONNECTIONS} idle connections", trips[-1][0])

    stuck, requests = never_reading(options.bootstrap, big.topic)
    trips.append(good.round_trip())
    facts.check("a good client is served beside one that never reads", trips[-1][0])
    facts.check("the one that never reads is not read for ever", requests < 100_000, requests)

    kinds = send_bad_frames(options.bootstrap, options.frames, options.seed, lambda: trips.append(good.round_trip()))
    print("frames: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())), flush=True)
    facts.check(f"a good client is served all the while, {len(trips)} times", all(is_good for is_good, _ in trips))
    facts.check("each time within 2 s", max(seconds for _, seconds in trips) < 2, max(seconds for _, seconds in trips))
    facts.check("the idle connections are still open", not select.select(idle[0::3], [], [], 0)[0])

    facts.check("a commit for 200,000 unknown topics is answered", commit_to_unknown_topics(options.bootstrap, 200_000))

    for link in (*idle, stuck):
        link.close()
    trips.append(good.round_trip())
    facts.check("a good client is served after it", trips[-1][0])
    newcomer = GoodClient(options.bootstrap, f"new-{suffix()}")
    newcomer.make_topic()
    facts.check("a new client is served after it", newcomer.round_trip()[0])
    peak = memory_kb(options.pid, "VmHWM")
    if before is not None and peak is not None:
        facts.check(f"memory grew by {(peak - before) // 1024} MB at the most, from {before // 1024} MB",
                    peak - before < GROWTH_LIMIT_KB)
    facts.check("an answer that can't be written ends its connection only", ask_for_an_enormous_answer(options.bootstrap))
    facts.check("a good client is served after that", newcomer.round_trip()[0])
    facts.finish()


if __name__ == "__main__":
    main()
