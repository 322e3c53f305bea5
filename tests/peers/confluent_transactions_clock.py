#!/usr/bin/python3
"""confluent-kafka (librdkafka under Python) in transactions that take too long, against a broker whose clock is moved over
HTTP: after `transaction.timeout.ms` the coordinator aborts, and who comes later is fenced."""
import sys

from confluent_kafka import Consumer, KafkaError, TopicPartition

from confluent_transactions import World
from control import Http
from exactly_once import QUICK, SECONDS, error_of, retried, transactional
from facts import Facts, until

TIMEOUT_MS = 60_000
CHECK_MS = 10_000  # transaction.abort.timed.out.transaction.cleanup.interval.ms: the coordinator looks that often.


def pass_time(http, milliseconds):
    """In steps, so that the members' heartbeats come between."""
    http.post("/v1/clock/advance", ms=milliseconds, step_ms=10_000, pause_ms=300)


def written(world, **options):
    """A processor with an open transaction of all records and their offsets."""
    processor = world.processor(batch_size=len(world.values), transaction_timeout_ms=TIMEOUT_MS, **options)
    until(lambda: len(processor.read()) == len(world.values))
    processor.write()
    processor.send_offsets(processor.consumer.consumer_group_metadata())
    processor.producer.flush(SECONDS)
    return processor


def timed_out(facts, bootstrap, http):
    world = World(bootstrap, "late")
    one = written(world)
    pass_time(http, TIMEOUT_MS - 1_000)
    facts.equal("late: before its time it is open", world.results(), [])
    pass_time(http, 1_000 + CHECK_MS)
    places = [TopicPartition(world.source, part) for part in range(3)]
    group = Consumer({**QUICK, "bootstrap.servers": bootstrap, "group.id": world.name, "isolation.level": "read_committed"})
    facts.equal("late: its offsets are dropped", [part.offset for part in group.committed(places, SECONDS)], [-1001] * 3)
    error = error_of(one.producer.commit_transaction, SECONDS)
    facts.equal("late: its commit is fenced", error.code(), KafkaError._FENCED)
    facts.check("late: fatally", error.fatal(), error)
    facts.equal("late: its results are aborted", (world.results(), world.results("read_uncommitted")), ([], world.expected()))
    one.close()
    two = world.processor()
    facts.equal("late: who takes its place processes all", two.process(12), 12)
    facts.equal("late: and each result is there once", (world.results(), world.committed()), (world.expected(), [4, 4, 4]))
    for consumer in (group, two):
        consumer.close()


def in_time(facts, bootstrap, http):
    world = World(bootstrap, "timely")
    one = written(world)
    pass_time(http, TIMEOUT_MS - 1_000)
    facts.equal("timely: a commit before its time is one", error_of(retried, one.producer.commit_transaction, SECONDS).code(),
                KafkaError.NO_ERROR)
    pass_time(http, 2 * TIMEOUT_MS)
    facts.equal("timely: and stays one", (world.results(), world.committed()), (world.expected(), [4, 4, 4]))
    one.producer.begin_transaction()
    one.producer.produce(world.target, value="later", partition=0)
    facts.equal("timely: the next one has a time of its own", error_of(retried, one.producer.commit_transaction, SECONDS).code(),
                KafkaError.NO_ERROR)
    one.close()


def forgotten(facts, bootstrap, http):
    """Nobody comes back: a reader that waits at the transaction goes on when its time is over."""
    world = World(bootstrap, "forgotten", values=0, partitions=1)
    name = f"reader-of-{world.name}"
    gone = transactional(bootstrap, f"{world.name}-gone", transaction_timeout_ms=TIMEOUT_MS)
    gone.begin_transaction()
    gone.produce(world.target, value="gone", partition=0)
    gone.flush(SECONDS)
    http.post(f"/v1/clients/{world.name}-gone/disconnect")
    other = transactional(bootstrap, f"{world.name}-other")
    other.begin_transaction()
    other.produce(world.target, value="other", partition=0)
    retried(other.commit_transaction, SECONDS)
    reader = Consumer({**QUICK, "bootstrap.servers": bootstrap, "client.id": name, "group.id": "none",
                       "isolation.level": "read_committed"})
    rule = http.post("/v1/faults", match={"api": "Fetch", "client_id": name}, action={"observe": True})["id"]
    reader.assign([TopicPartition(world.target, 0, 0)])
    http.post(f"/v1/faults/{rule}/wait", hits=1)
    facts.equal("forgotten: it holds readers back, also from what is committed behind it", reader.poll(0.5), None)
    pass_time(http, TIMEOUT_MS + CHECK_MS)
    message = reader.poll(SECONDS)
    facts.equal("forgotten: until its time is over", message and message.value(), b"other")
    reader.close()


def main():
    bootstrap, http = sys.argv[1], Http(sys.argv[2])
    facts = Facts("confluent_transactions_clock")
    in_time(facts, bootstrap, http)
    timed_out(facts, bootstrap, http)
    forgotten(facts, bootstrap, http)
    facts.finish()


if __name__ == "__main__":
    main()
