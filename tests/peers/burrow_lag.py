#!/usr/bin/python3
"""Burrow, a tool that reads __consumer_offsets by itself, as a user of the records there: the lag of each group. Starts a
ZooKeeper and a Burrow of its own on free ports. (Burrow 1.2, as Debian 12 has it, does not know the version of a group's own
record that Kafka has written since 2.3.)"""
import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from confluent_kafka import Consumer, Producer, TopicPartition

from facts import Facts, suffix, until
from topics import create_topic

ZOOKEEPER = "/usr/share/java/zookeeper.jar"
BURROW = "/usr/bin/Burrow"

ZOOKEEPER_CONFIG = """tickTime=500
dataDir={folder}/zookeeper
clientPort={zookeeper}
clientPortAddress=127.0.0.1
admin.enableServer=false
"""

BURROW_CONFIG = """[general]
pidfile="{folder}/burrow.pid"
[zookeeper]
servers=["127.0.0.1:{zookeeper}"]
root-path="/burrow"
[client-profile.peer]
client-id="burrow"
kafka-version="2.0.0"
[cluster.peer]
class-name="kafka"
servers=["{bootstrap}"]
client-profile="peer"
topic-refresh=1
offset-refresh=1
[consumer.peer]
class-name="kafka"
cluster="peer"
servers=["{bootstrap}"]
client-profile="peer"
[httpserver.default]
address="127.0.0.1:{http}"
[storage.default]
class-name="inmemory"
intervals=10
min-distance=0
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def zookeeper_serves(port):
    """Its port is open before it takes anybody in."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as link:
            link.sendall(b"srvr")
            return link.recv(9) == b"Zookeeper"
    except OSError:
        return False


@contextlib.contextmanager
def running(command, log):
    with open(log, "w", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=log.parent)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


class Burrow:
    def __init__(self, port):
        self.root = f"http://127.0.0.1:{port}/v3/kafka/peer"

    def get(self, path):
        """The answer's fields; none while there is no such thing."""
        try:
            with urllib.request.urlopen(self.root + path, timeout=5) as answer:
                return json.load(answer)
        except (urllib.error.URLError, OSError):
            return {}

    def groups(self):
        return self.get("/consumer").get("consumers", [])

    def partitions(self, group):
        return self.get(f"/consumer/{group}/lag").get("status", {}).get("partitions", [])

    def lags(self, group):
        return {part["partition"]: part["current_lag"] for part in self.partitions(group)}


def produce(bootstrap, topic, counts):
    """So many records for each partition, in order."""
    producer = Producer({"bootstrap.servers": bootstrap})
    for partition, count in enumerate(counts):
        for _ in range(count):
            producer.produce(topic, b"x", partition=partition)
    producer.flush(10)


class Member:
    """A consumer that commits what it is told to."""

    def __init__(self, bootstrap, group, client_id):
        self.consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": group, "client.id": client_id,
                                  "enable.auto.commit": False})

    def commit(self, topic, offsets):
        self.consumer.commit(offsets=[TopicPartition(topic, part, offset) for part, offset in enumerate(offsets)],
                             asynchronous=False)

    def join(self, topic, partitions):
        self.consumer.subscribe([topic])

        def holds():
            self.consumer.poll(0.1)
            return len(self.consumer.assignment()) == partitions

        return until(holds, 20)


def check_lags(facts, bootstrap, burrow):
    topic, groups = f"lag-{suffix()}", [f"lag-{suffix()}" for _ in range(5)]
    create_topic(bootstrap, topic, 3)
    produce(bootstrap, topic, (30, 20, 10))
    members = [Member(bootstrap, group, "reader") for group in groups]
    for number, member in enumerate(members):
        member.commit(topic, (number, 2 * number, 10))
    expected = {group: {0: 30 - n, 1: 20 - 2 * n, 2: 0} for n, group in enumerate(groups)}
    seen = lambda: {group: burrow.lags(group) for group in groups}
    until(lambda: seen() == expected, 30)
    facts.equal("each group's lag is the records behind its commits", seen(), expected)

    produce(bootstrap, topic, (1, 2, 3))
    members[0].commit(topic, (31, 7, 10))
    expected = {group: {0: 31 - n, 1: 22 - 2 * n, 2: 3} for n, group in enumerate(groups)} | {groups[0]: {0: 0, 1: 15, 2: 3}}
    # Burrow works a lag out when a commit comes, so the others' must come again to see the new records.
    for number, member in enumerate(members[1:], 1):
        member.commit(topic, (number, 2 * number, 10))
    until(lambda: seen() == expected, 30)
    facts.equal("it follows new records and commits", seen(), expected)


def check_member(facts, bootstrap, burrow):
    topic, group = f"read-{suffix()}", f"read-{suffix()}"
    create_topic(bootstrap, topic, 2)
    produce(bootstrap, topic, (5, 6))
    member = Member(bootstrap, group, "reader")
    facts.check("a member gets both partitions", member.join(topic, 2))

    def shows_lag():
        member.commit(topic, (1, 2))  # Again and again: Burrow passes over those of topics that it has not seen yet.
        time.sleep(0.5)
        return burrow.lags(group) == {0: 4, 1: 4}

    until(shows_lag, 30)
    facts.equal("so is the lag of a group with members", burrow.lags(group), {0: 4, 1: 4})
    facts.check("and its name is on the list", group in burrow.groups())
    member.consumer.close()


def main():
    bootstrap = sys.argv[1]
    facts = Facts("burrow_lag")
    with tempfile.TemporaryDirectory() as name:
        folder, zookeeper, http = pathlib.Path(name), free_port(), free_port()
        words = {"folder": folder, "zookeeper": zookeeper, "http": http, "bootstrap": bootstrap}
        (folder / "zookeeper.cfg").write_text(ZOOKEEPER_CONFIG.format(**words), encoding="utf-8")
        (folder / "burrow.toml").write_text(BURROW_CONFIG.format(**words), encoding="utf-8")
        server = ["java", "-Xmx64m", "-cp", ZOOKEEPER, "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                  str(folder / "zookeeper.cfg")]
        with running(server, folder / "zookeeper.log"):
            if not facts.check("ZooKeeper serves", until(lambda: zookeeper_serves(zookeeper), 60)):
                print((folder / "zookeeper.log").read_text(encoding="utf-8")[-3000:])
                facts.finish()
            with running([BURROW, "--config-dir", str(folder)], folder / "burrow.log"):
                burrow = Burrow(http)
                check_lags(facts, bootstrap, burrow)
                check_member(facts, bootstrap, burrow)
                if facts.failed:
                    print((folder / "burrow.log").read_text(encoding="utf-8")[-3000:])
    facts.finish()


if __name__ == "__main__":
    main()
