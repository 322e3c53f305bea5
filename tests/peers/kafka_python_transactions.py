#!/usr/bin/python3
"""A kafka-python that has transactions (not Debian's 2.0.2; $NEW_KAFKA_PYTHON is the folder of one): the exactly-once recipe, its
abort, fencing by transactional id and by the group's generation, and what its admin client tells of transactions (KIP-664)."""
import os
import sys

# Ahead of the installed one. The broker takes a name that begins with KAFKA_ for a property of its own.
sys.path.insert(0, os.environ.get("NEW_KAFKA_PYTHON", ""))

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import AbortTransactionSpec, KafkaAdminClient
from kafka.errors import KafkaError
from kafka.structs import OffsetAndMetadata

from confluent_transactions import World
from control import Http
from facts import Facts, until


class Processor:
    """A member of the group that turns each `value` of the source into `value!` in the same partition of the target."""

    def __init__(self, world, name="one"):
        self.world, self.identity, self.batch = world, f"{world.name}-{name}", []
        self.producer = KafkaProducer(bootstrap_servers=world.bootstrap, transactional_id=self.identity, client_id=self.identity)
        self.producer.init_transactions()
        self.consumer = KafkaConsumer(world.source, bootstrap_servers=world.bootstrap, group_id=world.name,
                                      client_id=f"reader-of-{self.identity}", auto_offset_reset="earliest",
                                      enable_auto_commit=False, isolation_level="read_committed", heartbeat_interval_ms=100)

    def read(self, count):
        self.batch = []

        def poll():
            # Long: 3.0.11 forgets an assignment that it gets after a poll that was too short to wait for it.
            for records in self.consumer.poll(timeout_ms=5000, max_records=count - len(self.batch)).values():
                self.batch += records
            return len(self.batch) >= count

        until(poll)
        return len(self.batch)

    def write(self):
        self.producer.begin_transaction()
        sent = [self.producer.send(self.world.target, record.value + b"!", partition=record.partition) for record in self.batch]
        for each in sent:
            each.get(10)

    def offsets(self):
        nexts = {TopicPartition(record.topic, record.partition): record.offset + 1 for record in self.batch}
        return {place: OffsetAndMetadata(offset, "", -1) for place, offset in nexts.items()}

    def send_offsets(self, group_metadata):
        self.producer.send_offsets_to_transaction(self.offsets(), group_metadata)

    def step(self, count):
        read = self.read(count)
        self.write()
        self.send_offsets(self.consumer.group_metadata())
        self.producer.commit_transaction()
        return read

    def rewind(self):
        for place in self.offsets():
            self.consumer.seek(place, min(record.offset for record in self.batch if record.partition == place.partition))

    def close(self):
        self.consumer.close()
        self.producer.close(timeout=1)


def error_of(call, *arguments):
    try:
        call(*arguments)
    except KafkaError as problem:
        return problem
    return None


def recipe_and_admin(facts, bootstrap):
    world = World(bootstrap, "python")
    one, admin = Processor(world), KafkaAdminClient(bootstrap_servers=bootstrap)
    state = lambda: admin.describe_transactions([one.identity])[one.identity]
    one.read(12)
    one.write()
    one.send_offsets(one.consumer.group_metadata())
    facts.equal("admin: the transaction is ongoing", state().state.value, "Ongoing")
    written = {place for place in state().topic_partitions if place.topic == world.target}
    facts.equal("admin: over the partitions that are written", written, {TopicPartition(world.target, part) for part in range(3)})
    listed = [each.transactional_id for each in admin.list_transactions(state_filters=["Ongoing"])[1]]
    facts.equal("admin: it alone is listed as ongoing", listed, [one.identity])
    place = TopicPartition(world.target, 0)
    producer = admin.describe_producers([place])[place].active_producers[0]
    facts.equal("admin: the partition tells its producer and where it began",
                (producer.producer_id, producer.current_transaction_start_offset), (state().producer_id, 0))
    facts.equal("abort: open, it is not read by read_committed", world.results(), [])
    one.producer.abort_transaction()
    facts.equal("admin: then it is aborted", state().state.value, "CompleteAbort")
    one.rewind()
    facts.equal("abort: nothing moved", (world.results(), world.committed()), ([], [0, 0, 0]))
    facts.equal("recipe: it is processed again, in three transactions", sum(one.step(4) for _ in range(3)), 12)
    facts.equal("recipe: each result is there once", (world.results(), world.committed()), (world.expected(), [4, 4, 4]))
    facts.equal("recipe: read_uncommitted sees the aborted ones, too", len(world.results("read_uncommitted")), 24)
    facts.equal("admin: at last it is committed", state().state.value, "CompleteCommit")
    one.producer.begin_transaction()
    one.producer.send(world.target, b"hanging", partition=0).get(10)
    producer = admin.describe_producers([place])[place].active_producers[0]
    admin.abort_transaction(AbortTransactionSpec(place, producer.producer_id, producer.producer_epoch,
                                                 max(producer.coordinator_epoch, 0)))
    began = admin.describe_producers([place])[place].active_producers[0].current_transaction_start_offset
    facts.equal("admin: a transaction that hangs at a partition can be ended there", began, -1)
    facts.equal("admin: as aborted", world.results(), world.expected())
    one.close()
    admin.close()


def fencing(facts, bootstrap, http):
    world = World(bootstrap, "python-fencing")
    one = Processor(world)
    one.read(12)
    one.write()
    second = KafkaProducer(bootstrap_servers=bootstrap, transactional_id=one.identity)
    second.init_transactions()
    error = error_of(one.producer.commit_transaction)
    facts.check("fencing: a second producer of the same id fences the first", type(error).__name__ in
                ("ProducerFencedError", "InvalidProducerEpochError"), repr(error))
    facts.equal("fencing: what the first one wrote is aborted", world.results(), [])
    second.close(timeout=1)
    one.close()
    world = World(bootstrap, "python-expelled")
    one = Processor(world)
    one.read(12)
    old = one.consumer.group_metadata()
    one.write()
    member = http.get(f"/v1/groups/{world.name}")["members"][0]["member_id"]
    http.post(f"/v1/groups/{world.name}/members/{member}/expire")
    error = error_of(one.send_offsets, old)
    facts.check("expelled: its offsets are refused", error is not None, repr(error))
    one.producer.abort_transaction()
    facts.equal("expelled: and nothing moved", (world.results(), world.committed()), ([], [0, 0, 0]))
    one.close()


def main():
    bootstrap, http = sys.argv[1], Http(sys.argv[2])
    facts = Facts("kafka_python_transactions")
    recipe_and_admin(facts, bootstrap)
    fencing(facts, bootstrap, http)
    facts.finish()


if __name__ == "__main__":
    main()
