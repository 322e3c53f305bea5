#!/usr/bin/python3
"""confluent-kafka (librdkafka under Python) as a user of transactions: consume-transform-produce exactly once, aborts, fencing
by transactional id and by the group's generation, readers of both isolation levels. It has no admin calls for transactions."""
import sys

from confluent_kafka import Consumer, KafkaError, TopicPartition

from control import Http
from exactly_once import (QUICK, SECONDS, Processor, committed, error_of, fill, retried, transactional, values_of)
from facts import Facts, suffix, until
from topics import create_topic

PARTITIONS = 3


class World:
    """A source and a target, and a group between them."""

    def __init__(self, bootstrap, name, values=12, partitions=PARTITIONS, replicas=1):
        self.bootstrap, self.name = bootstrap, f"{name}-{suffix()}"
        self.source, self.target = f"{self.name}-in", f"{self.name}-out"
        self.values, self.partitions = [f"{self.name}-{number:05}" for number in range(values)], partitions
        for topic in (self.source, self.target):
            create_topic(bootstrap, topic, partitions, replicas)
        fill(bootstrap, self.source, partitions, self.values)

    def processor(self, name="one", **options):
        return Processor(self.bootstrap, self.name, self.source, self.target, f"{self.name}-{name}", **options)

    def expected(self):
        return sorted(f"{value}!" for value in self.values)

    def results(self, isolation="read_committed"):
        return values_of(self.bootstrap, self.target, self.partitions, isolation)

    def committed(self):
        return committed(self.bootstrap, self.name, self.source, self.partitions)


def recipe(facts, bootstrap):
    world = World(bootstrap, "recipe", values=24)
    one = world.processor()
    facts.equal("recipe: every record is processed", one.process(24), 24)
    facts.check("recipe: in several transactions", one.commits >= 6 and not one.aborted_by, [one.commits, one.aborted_by])
    facts.equal("recipe: its results are read once", world.results(), world.expected())
    facts.equal("recipe: the group's offsets moved with them", world.committed(), [8, 8, 8])
    one.close()
    again = world.processor()
    fill(bootstrap, world.source, PARTITIONS, ["late"])
    facts.equal("recipe: the next processor goes on behind them", (again.process(1), world.results()),
                (1, sorted(world.expected() + ["late!"])))
    again.close()


def abort(facts, bootstrap):
    world = World(bootstrap, "abort")
    one = world.processor(batch_size=12)
    until(lambda: len(one.read()) == 12)
    one.write()
    one.send_offsets(one.consumer.consumer_group_metadata())
    facts.equal("abort: what was produced is written", one.producer.flush(SECONDS), 0)
    facts.equal("abort: open, it is read by read_uncommitted", world.results("read_uncommitted"), world.expected())
    facts.equal("abort: and not by read_committed", world.results(), [])
    one.abort()
    facts.equal("abort: aborted, it is still read by read_uncommitted", world.results("read_uncommitted"), world.expected())
    facts.equal("abort: and never by read_committed", world.results(), [])
    facts.equal("abort: the offsets did not move", world.committed(), [0, 0, 0])
    facts.equal("abort: it is processed again", one.process(12), 12)
    facts.equal("abort: read_committed reads the second ones alone", world.results(), world.expected())
    facts.equal("abort: read_uncommitted both", world.results("read_uncommitted"), sorted(2 * world.expected()))
    facts.equal("abort: now the offsets moved", world.committed(), [4, 4, 4])
    one.close()


def offsets_in_flight(facts, bootstrap):
    """A reader of offsets waits for those of an open transaction (KIP-447)."""
    world = World(bootstrap, "flight")
    one = world.processor(batch_size=12)
    until(lambda: len(one.read()) == 12)
    one.write()
    one.send_offsets(one.consumer.consumer_group_metadata())
    reader = Consumer({**QUICK, "bootstrap.servers": bootstrap, "group.id": world.name, "isolation.level": "read_committed"})
    places = [TopicPartition(world.source, part) for part in range(PARTITIONS)]
    error = error_of(reader.committed, places, 0.5)
    facts.check("flight: committed() does not answer while they are in flight",
                error.code() in (KafkaError._TIMED_OUT, KafkaError.UNSTABLE_OFFSET_COMMIT), error)
    dirty = Consumer({**QUICK, "bootstrap.servers": bootstrap, "group.id": world.name, "isolation.level": "read_uncommitted"})
    told = [part.offset for part in dirty.committed(places, SECONDS)]
    facts.equal("flight: unless it asks for those before", told, [-1001] * 3)
    one.commit()
    facts.equal("flight: and then it tells them", [part.offset for part in reader.committed(places, SECONDS)], [4, 4, 4])
    for consumer in (reader, dirty, one):
        consumer.close()


def fencing(facts, bootstrap):
    world = World(bootstrap, "fencing")
    one, two = world.processor(), None
    until(one.read)
    one.write()
    one.producer.flush(SECONDS)
    two = transactional(bootstrap, f"{world.name}-one")
    error = error_of(one.producer.commit_transaction, SECONDS)
    facts.equal("fencing: a second producer of the same id makes the first one's commit fail", error.code(),
                KafkaError._FENCED)
    facts.check("fencing: fatally", error.fatal(), error)
    facts.equal("fencing: what the first one wrote is aborted", world.results(), [])
    facts.equal("fencing: it can't begin again", error_of(one.producer.begin_transaction).code(), KafkaError._FENCED)
    two.begin_transaction()
    two.produce(world.target, value="two", partition=0)
    retried(two.commit_transaction, SECONDS)
    facts.equal("fencing: the second one goes on", (world.results(), world.committed()), (["two"], [0, 0, 0]))
    one.close()


def expelled(facts, bootstrap, http):
    """A member that lost its partitions can't commit their offsets (KIP-447)."""
    world = World(bootstrap, "expelled")
    one = world.processor("one", batch_size=12)
    until(lambda: len(one.read()) == 12)
    before = one.consumer.consumer_group_metadata()
    one.write()
    member = next(each["member_id"] for each in http.get(f"/v1/groups/{world.name}")["members"]
                  if each["client_id"] == f"reader-of-{world.name}-one")
    http.post(f"/v1/groups/{world.name}/members/{member}/expire")
    two = world.processor("two", batch_size=12)
    facts.equal("expelled: another one takes its records over", two.process(12), 12)
    error = error_of(one.send_offsets, before)
    facts.check("expelled: the first one's offsets are refused",
                error.code() in (KafkaError.UNKNOWN_MEMBER_ID, KafkaError.ILLEGAL_GENERATION), error)
    facts.check("expelled: it has to abort", error.txn_requires_abort() and not error.fatal(), error)
    one.abort()
    facts.equal("expelled: each result is there once", world.results(), world.expected())
    facts.equal("expelled: and the offsets are the second one's", world.committed(), [4, 4, 4])
    error = error_of(one.producer.begin_transaction)
    facts.equal("expelled: the first one can still be of use", error.code(), KafkaError.NO_ERROR)
    for each in (one, two):
        each.close()


def old_generation(facts, bootstrap):
    """The same member, but from before a rebalance."""
    world = World(bootstrap, "generation")
    one = world.processor("one", batch_size=12)
    until(lambda: len(one.read()) == 12)
    old, offsets = one.consumer.consumer_group_metadata(), one.offsets()
    two = world.processor("two")
    shares = lambda: [len(each.consumer.assignment()) for each in (one, two)]

    def poll():
        for each in (one, two):
            each.consumer.poll(0.05)
        return sorted(shares()) == [1, 2]

    facts.check("generation: a second member makes a new one", until(poll), shares())
    one.producer.begin_transaction()
    error = error_of(one.producer.send_offsets_to_transaction, offsets, old, SECONDS)
    facts.equal("generation: offsets of the old one are refused", error.code(), KafkaError.ILLEGAL_GENERATION)
    facts.check("generation: the transaction has to be aborted", error.txn_requires_abort(), error)
    one.abort()
    facts.equal("generation: and nothing moved", world.committed(), [0, 0, 0])
    for each in (one, two):
        each.close()


def fenced_member(facts, bootstrap):
    """A static member that another one of its name has replaced."""
    world = World(bootstrap, "static")
    one = world.processor("one", batch_size=12, group_instance_id="same")
    until(lambda: len(one.read()) == 12)
    old, offsets = one.consumer.consumer_group_metadata(), one.offsets()
    two = world.processor("two", batch_size=12, group_instance_id="same")
    facts.check("static: another one takes its name and its records", until(lambda: len(two.read()) == 12), len(two.batch))
    one.producer.begin_transaction()
    error = error_of(one.producer.send_offsets_to_transaction, offsets, old, SECONDS)
    facts.equal("static: the first one's offsets are refused", error.code(), KafkaError.FENCED_INSTANCE_ID)
    facts.check("static: it has to abort", error.txn_requires_abort() and not error.fatal(), error)
    retried(one.producer.abort_transaction, SECONDS)
    facts.equal("static: the second one goes on", (two.process(12), world.committed()), (12, [4, 4, 4]))
    for each in (one, two):
        each.close()


def waiting_reader(facts, bootstrap, http):
    """Its Fetch would wait a minute: what comes earlier came because the transaction ended."""
    world = World(bootstrap, "waiting", values=0, partitions=1)
    producer, name = transactional(bootstrap, f"{world.name}-one"), f"reader-of-{world.name}"
    consumer = Consumer({**QUICK, "bootstrap.servers": bootstrap, "client.id": name, "group.id": "none",
                         "isolation.level": "read_committed", "fetch.wait.max.ms": 60_000, "socket.timeout.ms": 90_000})
    # As long as it is there. Its first Fetch comes back without records, the second one stays.
    rule = http.post("/v1/faults", match={"api": "Fetch", "client_id": name}, action={"observe": True})["id"]
    consumer.assign([TopicPartition(world.target, 0, 0)])
    for number, end in enumerate((producer.commit_transaction, producer.abort_transaction, producer.commit_transaction)):
        producer.begin_transaction()
        producer.produce(world.target, value=f"v{number}", partition=0)
        producer.flush(SECONDS)
        http.post(f"/v1/faults/{rule}/wait", hits=number + 1)
        facts.equal(f"waiting: an open transaction holds the reader back, {number + 1}", consumer.poll(0.3), None)
        retried(end, SECONDS)
        if number != 1:
            message = consumer.poll(SECONDS)
            facts.equal(f"waiting: its end lets it go on, {number + 1}", message and message.value(), f"v{number}".encode())
    consumer.close()


def two_processors(facts, bootstrap, strategy):
    """Both take part in one group; the second comes in the middle, and the first leaves before the end."""
    world = World(bootstrap, "two", values=240, partitions=6)
    one, two = world.processor("one", strategy=strategy), None
    done = [one.process(60)]
    two = world.processor("two", strategy=strategy)

    def together():
        done.append(one.step() + two.step())
        return one.commits and two.commits >= 10

    facts.check(f"two of {strategy}: both process", until(together, 30), [one.commits, two.commits])
    one.close()
    facts.equal(f"two of {strategy}: together all, and none twice", sum(done) + two.process(240 - sum(done)), 240)
    facts.equal(f"two of {strategy}: each result is there once", world.results(), world.expected())
    facts.equal(f"two of {strategy}: the offsets are at the end", world.committed(), [40] * 6)
    two.close()


def sizes(facts, bootstrap):
    world = World(bootstrap, "sizes", values=0)
    producer = transactional(bootstrap, f"{world.name}-one")
    producer.begin_transaction()
    facts.equal("sizes: an empty transaction can be committed", error_of(retried, producer.commit_transaction, SECONDS).code(),
                KafkaError.NO_ERROR)
    producer.begin_transaction()
    facts.equal("sizes: and aborted", error_of(retried, producer.abort_transaction, SECONDS).code(), KafkaError.NO_ERROR)
    facts.equal("sizes: it leaves nothing", world.results("read_uncommitted"), [])
    producer.begin_transaction()
    for number in range(10_000):
        producer.produce(world.target, value=f"{number:05}", partition=number % PARTITIONS)
    retried(producer.commit_transaction, SECONDS)
    facts.check("sizes: 10,000 records are one transaction", world.results() == [f"{number:05}" for number in range(10_000)])
    for number in range(40):
        producer.begin_transaction()
        producer.produce(world.target, value=f"small-{number:05}", partition=number % PARTITIONS)
        retried(producer.abort_transaction if number % 4 == 3 else producer.commit_transaction, SECONDS)
    seen = [value for value in world.results() if value.startswith("small")]
    facts.equal("sizes: forty of one record each, every fourth aborted", seen,
                [f"small-{number:05}" for number in range(40) if number % 4 != 3])


def main():
    bootstrap, http = sys.argv[1], Http(sys.argv[2])
    facts = Facts("confluent_transactions")
    recipe(facts, bootstrap)
    abort(facts, bootstrap)
    offsets_in_flight(facts, bootstrap)
    fencing(facts, bootstrap)
    expelled(facts, bootstrap, http)
    old_generation(facts, bootstrap)
    fenced_member(facts, bootstrap)
    waiting_reader(facts, bootstrap, http)
    for strategy in ("range", "cooperative-sticky"):
        two_processors(facts, bootstrap, strategy)
    sizes(facts, bootstrap)
    facts.finish()


if __name__ == "__main__":
    main()
