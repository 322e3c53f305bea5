#!/usr/bin/python3
"""One group of three clients, `cohort consume`, librdkafka and kafka-python: whoever leads computes the same assignment,
nobody goes without partitions, each record is read once, and who leaves gives its share to the others. With
cooperative-sticky, which kafka-python does not know, the other two."""
import json
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import warnings

from confluent_kafka import Consumer, Producer

from facts import Facts, suffix, until
from polled_member import PolledMember
from topics import create_topic

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from kafka import ConsumerRebalanceListener, KafkaConsumer
    from kafka.coordinator.assignors.range import RangePartitionAssignor
    from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor

HEARTBEAT_MS = 200  # So long a member may take to hear of a rebalance.


class CohortMember:
    """This project's own consumer, by its command line."""
    client_id = "a-cohort"  # Member ids begin with it: their order is the same in every group.
    program = ""

    def __init__(self, bootstrap, group, topics, strategy):
        self.records, self.errors = [], []
        words = [self.program, "consume", "--bootstrap", bootstrap, "--group", group, "--from-beginning", "-o", "json"]
        for topic in topics:
            words += ["--topic", topic]
        for setting in (f"client.id={self.client_id}", f"partition.assignment.strategy={strategy}",
                        f"heartbeat.interval.ms={HEARTBEAT_MS}", "session.timeout.ms=6000"):
            words += ["-X", setting]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.threads = [threading.Thread(target=target, daemon=True) for target in (self.read, self.read_errors)]
        for thread in self.threads:
            thread.start()

    def read(self):
        for line in self.process.stdout:
            record = json.loads(line)
            self.records.append((record["topic"], record["partition"], record["value"]))

    def read_errors(self):
        self.errors += [line.rstrip() for line in self.process.stderr]

    def leave(self):
        self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "not ended 15 s after SIGINT"
        if status != 0:
            self.errors.append(f"status {status}")
        for thread in self.threads:
            thread.join(5)


class LibrdkafkaMember(PolledMember):
    client_id = "b-librdkafka"

    def __init__(self, bootstrap, group, topics, strategy):
        super().__init__()
        self.is_cooperative = strategy == "cooperative-sticky"
        self.consumer = Consumer({
            "bootstrap.servers": bootstrap, "group.id": group, "client.id": self.client_id, "auto.offset.reset": "earliest",
            "partition.assignment.strategy": strategy, "heartbeat.interval.ms": HEARTBEAT_MS, "session.timeout.ms": 6000,
            "log_level": 2})
        self.consumer.subscribe(topics, on_assign=self.on_assign, on_revoke=self.on_revoke)
        self.start()

    def on_assign(self, consumer, partitions):
        self.note("assigned", partitions)
        if self.is_cooperative:
            consumer.incremental_assign(partitions)
        else:
            consumer.assign(partitions)

    def on_revoke(self, consumer, partitions):
        self.note("revoked", partitions)
        if self.is_cooperative:
            consumer.incremental_unassign(partitions)
        else:
            consumer.unassign()

    def poll(self):
        message = self.consumer.poll(0.05)
        if message is None:
            return
        if message.error():
            self.errors.append(message.error())
        else:
            self.records.append((message.topic(), message.partition(), message.value().decode()))


class KafkaPythonMember(PolledMember, ConsumerRebalanceListener):
    client_id = "c-kafka-python"
    STRATEGIES = {"range": RangePartitionAssignor, "roundrobin": RoundRobinPartitionAssignor}

    def __init__(self, bootstrap, group, topics, strategy):
        super().__init__()
        self.consumer = KafkaConsumer(
            bootstrap_servers=bootstrap, group_id=group, client_id=self.client_id, auto_offset_reset="earliest",
            partition_assignment_strategy=[self.STRATEGIES[strategy]], heartbeat_interval_ms=HEARTBEAT_MS, session_timeout_ms=6000)
        self.consumer.subscribe(topics, listener=self)
        self.start()

    def on_partitions_revoked(self, revoked):
        self.note("revoked", revoked)

    def on_partitions_assigned(self, assigned):
        self.note("assigned", assigned)

    def poll(self):
        try:
            for records in self.consumer.poll(timeout_ms=50).values():
                self.records += [(record.topic, record.partition, record.value.decode()) for record in records]
        except Exception as error:  # pylint: disable=broad-except
            self.errors.append(error)


def range_of(members, topics):
    """What Kafka's RangeAssignor gives to members in order: of each topic a run of neighbours, the first get one more."""
    given = {member: set() for member in members}
    for topic, count in topics.items():
        each, more = divmod(count, len(members))
        first = 0
        for place, member in enumerate(members):
            size = each + (place < more)
            given[member] |= {(topic, part) for part in range(first, first + size)}
            first += size
    return given


def roundrobin_of(members, topics):
    """What its RoundRobinAssignor gives: all partitions, by topic and number, dealt out in turn."""
    given = {member: set() for member in members}
    for place, part in enumerate(sorted((topic, part) for topic, count in topics.items() for part in range(count))):
        given[members[place % len(members)]].add(part)
    return given


class Group:
    """A group under test: its members in order of their start, and what the broker says of it."""

    def __init__(self, facts, bootstrap, http, strategy, topics):
        self.facts, self.bootstrap, self.http, self.strategy = facts, bootstrap, http, strategy
        self.name = f"mixed-{suffix()}"
        self.topics = {f"{self.name}-{name}": partitions for name, partitions in topics.items()}
        for topic, partitions in self.topics.items():
            create_topic(bootstrap, topic, partitions)
        self.members, self.everyone = [], []
        self.producer = Producer({"bootstrap.servers": bootstrap, "log_level": 2})
        self.sent = 0

    def look(self):
        try:
            with urllib.request.urlopen(f"{self.http}/v1/groups/{self.name}", timeout=5) as answer:
                return json.load(answer)
        except urllib.error.HTTPError:
            return {"state": "unknown", "members": []}

    def assigned(self):
        """{client id: {(topic, partition)}}, as the leader's answer was decoded."""
        return {member["client_id"]: {(topic, part) for topic, parts in member["assignment"].items() for part in parts}
                for member in self.look()["members"]}

    def leader(self):
        seen = self.look()
        return next((member["client_id"] for member in seen["members"] if member["member_id"] == seen["leader"]), None)

    def join(self, kind):
        self.members.append(kind(self.bootstrap, self.name, list(self.topics), self.strategy))
        self.everyone.append(self.members[-1])
        return until(lambda: self.is_stable_of(len(self.members)))

    def is_stable_of(self, count):
        seen = self.look()
        return seen["state"] == "Stable" and len(seen["members"]) == count

    def leave(self, kind):
        member = next(member for member in self.members if isinstance(member, kind))
        self.members.remove(member)
        member.leave()
        return until(lambda: self.is_stable_of(len(self.members)))

    def expected(self):
        assign = {"range": range_of, "roundrobin": roundrobin_of}[self.strategy]
        return assign(sorted(member.client_id for member in self.members), self.topics)

    def send_and_read(self):
        """Whether each of some new records of every partition is read once, by the partition's owner."""
        for topic, partitions in self.topics.items():
            for part in range(partitions):
                for _ in range(3):
                    self.producer.produce(topic, partition=part, value=f"v{self.sent}")
                    self.sent += 1
        self.producer.flush(10)
        read = lambda: [record for member in self.everyone for record in member.records]
        until(lambda: len(read()) >= self.sent)
        return sorted(value for _, _, value in read()), sorted(f"v{number}" for number in range(self.sent))

    def check_read_once(self, fact):
        seen, expected = self.send_and_read()
        missing, twice = set(expected) - set(seen), sorted(value for value in set(seen) if seen.count(value) > 1)
        self.facts.check(fact, seen == expected, f"missing {sorted(missing)}, more than once {twice}")

    def end(self, label):
        for member in self.members:
            member.leave()
        self.facts.equal(f"{label}: nothing failed on the way", [str(error) for member in self.everyone for error in member.errors], [])


KINDS = (CohortMember, LibrdkafkaMember, KafkaPythonMember)


def name_of(kind):
    return kind.client_id.split("-", 1)[1]


def eager(facts, group, order, leaver):
    label = f"{group.strategy} of {len(group.topics)} topic{'s' * (len(group.topics) > 1)}, {name_of(order[0])} leads"
    for kind in order:
        if not facts.check(f"{label}: {name_of(kind)} joins", group.join(kind), group.look()):
            break
    facts.equal(f"{label}: it does", group.leader(), order[0].client_id)
    facts.check(f"{label}: nobody goes without", len(group.assigned()) == 3 and all(group.assigned().values()), group.assigned())
    facts.equal(f"{label}: the assignment is Kafka's", group.assigned(), group.expected())
    group.check_read_once(f"{label}: each record is read once")
    facts.check(f"{label}: {name_of(leaver)} leaves", group.leave(leaver), group.look())
    facts.equal(f"{label}: the others take over", group.assigned(), group.expected())
    group.check_read_once(f"{label}: and each record is read once again")
    group.end(label)


def cooperative(facts, group, order):
    label = f"cooperative-sticky, {name_of(order[0])} leads"
    every = {(topic, part) for topic, count in group.topics.items() for part in range(count)}
    first, second = (kind.client_id for kind in order)
    facts.check(f"{label}: one member has all", group.join(order[0]) and until(lambda: group.assigned() == {first: every}), group.look())
    group.check_read_once(f"{label}: it reads each record once")
    group.join(order[1])
    halves = lambda: sorted(len(parts) for parts in group.assigned().values()) == [5, 5]
    facts.check(f"{label}: the second one gets half", until(halves), group.assigned())
    facts.equal(f"{label}: all is assigned", set().union(*group.assigned().values()), every)
    # What moves is owned by nobody for a rebalance; then it is settled.
    group.check_read_once(f"{label}: they read each record once")
    for member in group.members:
        if isinstance(member, LibrdkafkaMember):
            moved = [len(parts) for change, parts in member.rebalances if change == "revoked" and parts]
            facts.check(f"{label}: only what moves is revoked", moved in ([], [5]), member.rebalances)
    group.leave(order[0])
    facts.check(f"{label}: the other one takes over", until(lambda: group.assigned() == {second: every}), group.assigned())
    group.check_read_once(f"{label}: and reads each record once")
    group.end(label)


def main():
    bootstrap, http, CohortMember.program = sys.argv[1:4]
    facts = Facts("mixed_groups")
    for strategy in ("range", "roundrobin"):
        for turn, topics in enumerate(({"seven": 7}, {"seven": 7, "three": 3})):
            for place, _ in enumerate(KINDS):
                order = KINDS[place:] + KINDS[:place]
                # Over one topic the last one in leaves, over two the leader: each kind in turn does both.
                eager(facts, Group(facts, bootstrap, http, strategy, topics), order, order[2] if turn == 0 else order[0])
    for order in ((CohortMember, LibrdkafkaMember), (LibrdkafkaMember, CohortMember)):
        cooperative(facts, Group(facts, bootstrap, http, "cooperative-sticky", {"seven": 7, "three": 3}), order)
    facts.finish()


if __name__ == "__main__":
    main()
