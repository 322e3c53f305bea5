#!/usr/bin/python3
"""confluent-kafka (librdkafka under Python) as a user of groups: produce and consume, join, commit, resume, leave, static
membership with fencing, cooperative-sticky."""
import sys

from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition

from facts import Facts, suffix, until
from polled_member import PolledMember, share
from topics import create_topic


class Member(PolledMember):
    def __init__(self, bootstrap, group, topic, **options):
        super().__init__()
        settings = {"bootstrap.servers": bootstrap, "group.id": group, "auto.offset.reset": "earliest",
                    "enable.auto.commit": False, "heartbeat.interval.ms": 300, "session.timeout.ms": 6000, "log_level": 2}
        settings.update({key.replace("_", "."): value for key, value in options.items()})
        self.consumer = Consumer(settings)
        self.is_cooperative = settings.get("partition.assignment.strategy") == "cooperative-sticky"
        self.consumer.subscribe([topic], on_assign=self.on_assign, on_revoke=self.on_revoke)
        self.start()

    def on_assign(self, consumer, partitions):
        self.note("assigned", partitions)
        if self.is_cooperative:
            consumer.incremental_assign(partitions)
        else:
            consumer.assign(partitions)
        self.held |= {part.partition for part in partitions}

    def on_revoke(self, consumer, partitions):
        self.note("revoked", partitions)
        if self.is_cooperative:
            consumer.incremental_unassign(partitions)
        else:
            consumer.unassign()
        self.held -= {part.partition for part in partitions}

    def poll(self):
        message = self.consumer.poll(0.1)
        if message is not None and message.error():
            self.errors.append(message.error().code())
        elif message is not None:
            self.records.append((message.partition(), message.offset(), message.key(), message.value()))


def values(member):
    return [value.decode() for _, _, _, value in member.records]


def committed(member, topic):
    answer = member.ask(lambda consumer: consumer.committed([TopicPartition(topic, part) for part in range(6)], 5))
    return sum(max(part.offset, 0) for part in answer)


def groups(facts, bootstrap, producer):
    topic, group = f"confluent-{suffix()}", f"confluent-{suffix()}"
    create_topic(bootstrap, topic, 6)
    for number in range(60):
        producer.produce(topic, key=f"k{number % 12}", value=f"v{number}")
    facts.equal("every record is acknowledged", producer.flush(10), 0)
    one = Member(bootstrap, group, topic)
    facts.check("one member reads all, each once", until(lambda: len(one.records) >= 60) and len(set(values(one))) == 60,
                len(one.records))
    in_order = all([int(value[1:]) for _, _, key, value in one.records if key == f"k{key_number}".encode()]
                   == list(range(key_number, 60, 12)) for key_number in range(12))
    facts.check("the records of a key are in order", in_order)
    one.ask(lambda consumer: consumer.commit(asynchronous=False))
    facts.equal("a commit can be read back", committed(one, topic), 60)
    two = Member(bootstrap, group, topic)
    facts.check("a second member takes its share", until(lambda: share(one, two)), [one.rebalances, two.rebalances])
    three = Member(bootstrap, group, topic)
    facts.check("a third takes its own", until(lambda: share(one, two, three)), [one.held, two.held, three.held])
    for number in range(30):
        producer.produce(topic, partition=number % 6, value=f"w{number}")
    producer.flush(10)
    everyone = (one, two, three)
    later = lambda: sorted(value for member in everyone for value in values(member) if value[0] == "w")
    facts.check("later records reach each one member only", until(lambda: len(later()) >= 30), len(later()))
    facts.equal("and none is lost or twice", later(), sorted(f"w{number}" for number in range(30)))
    for member in everyone:
        member.ask(lambda consumer: consumer.commit(asynchronous=False))
    three.leave()
    facts.check("who leaves gives its share back at once", until(lambda: share(one, two), 4), [one.held, two.held])
    two.leave()
    one.leave()
    producer.produce(topic, partition=2, value="resumed")
    producer.flush(10)
    again = Member(bootstrap, group, topic)
    until(lambda: again.records)
    facts.equal("a new member resumes after the commits", values(again), ["resumed"])
    again.leave()


def static_membership(facts, bootstrap, producer):
    topic, group = f"confluent-static-{suffix()}", f"confluent-static-{suffix()}"
    create_topic(bootstrap, topic, 6)
    one, two = (Member(bootstrap, group, topic, group_instance_id=name) for name in ("one", "two"))
    facts.check("static: two members share", until(lambda: share(one, two)), [one.rebalances, two.rebalances])
    had, rebalances = set(one.held), list(two.rebalances)
    one.leave()  # A static member's close sends no LeaveGroup (KIP-345).
    again = Member(bootstrap, group, topic, group_instance_id="one")
    facts.check("static: who comes back gets its partitions back", until(lambda: again.held == had), [had, again.rebalances])
    producer.produce(topic, partition=min(had), value="hello")
    producer.flush(10)
    facts.check("static: and reads from them", until(lambda: values(again) == ["hello"]), again.records)
    facts.equal("static: the other one notices nothing", two.rebalances, rebalances)
    usurper = Member(bootstrap, group, topic, group_instance_id="one")
    fenced = until(lambda: KafkaError.FENCED_INSTANCE_ID in again.errors or KafkaError._FATAL in again.errors)
    facts.check("static: a second one of the same name fences the first", fenced, again.errors)
    for member in (usurper, two, again):
        member.leave()


def cooperative(facts, bootstrap):
    topic, group = f"confluent-coop-{suffix()}", f"confluent-coop-{suffix()}"
    create_topic(bootstrap, topic, 6)
    strategy = {"partition_assignment_strategy": "cooperative-sticky"}
    one = Member(bootstrap, group, topic, **strategy)
    facts.check("cooperative: one member has all", until(lambda: len(one.held) == 6), one.rebalances)
    two = Member(bootstrap, group, topic, **strategy)
    facts.check("cooperative: a second one takes half", until(lambda: share(one, two)), [one.rebalances, two.rebalances])
    revoked = [len(parts) for kind, parts in one.rebalances if kind == "revoked" and parts]
    facts.equal("cooperative: only what moves is revoked", revoked, [3])
    two.leave()
    facts.check("cooperative: and given back", until(lambda: len(one.held) == 6, 6), one.rebalances)
    facts.equal("cooperative: nothing else was ever revoked",
                [len(parts) for kind, parts in one.rebalances if kind == "revoked" and parts], [3])
    one.leave()


def main():
    bootstrap = sys.argv[1]
    facts = Facts("confluent")
    producer = Producer({"bootstrap.servers": bootstrap, "enable.idempotence": True, "log_level": 2})
    groups(facts, bootstrap, producer)
    static_membership(facts, bootstrap, producer)
    cooperative(facts, bootstrap)
    facts.finish()


if __name__ == "__main__":
    main()
