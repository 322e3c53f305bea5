"""The exactly-once recipe with confluent-kafka, as its documentation tells it: consume, transform, produce, and send the
offsets with the same transaction. And what a topic holds for readers of each isolation level."""
import time

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition

from facts import until

QUICK = {"log_level": 2, "reconnect.backoff.ms": 20, "reconnect.backoff.max.ms": 100, "retry.backoff.ms": 20}
SECONDS = 20  # For a call of the client; none is meant to take so long.


def transactional(bootstrap, transactional_id, **options):
    """A producer that is ready to begin; its client id is its transactional id."""
    settings = {name.replace("_", "."): value for name, value in options.items()}
    producer = Producer({**QUICK, "bootstrap.servers": bootstrap, "client.id": transactional_id, "linger.ms": 0,
                         "transactional.id": transactional_id, **settings})
    retried(producer.init_transactions, SECONDS)
    return producer


def retried(call, *arguments):
    """Calls again while the client says that it may be tried again."""
    for _ in range(10):
        try:
            return call(*arguments)
        except KafkaException as problem:
            if not problem.args[0].retriable():
                raise
    return call(*arguments)


def error_of(call, *arguments):
    """The error that it fails with; one that says so if it does not."""
    try:
        call(*arguments)
    except KafkaException as problem:
        return problem.args[0]
    return KafkaError(KafkaError.NO_ERROR)


def fill(bootstrap, topic, partitions, values):
    producer = Producer({**QUICK, "bootstrap.servers": bootstrap})
    for number, value in enumerate(values):
        producer.produce(topic, value=value, partition=number % partitions)
        producer.poll(0)
    producer.flush(SECONDS)


def values_of(bootstrap, topic, partitions, isolation="read_committed"):
    """Every value from the start to the end that readers of this isolation level are told, sorted."""
    consumer = Consumer({**QUICK, "bootstrap.servers": bootstrap, "group.id": "none", "isolation.level": isolation,
                         "enable.partition.eof": True, "enable.auto.commit": False, "auto.offset.reset": "error",
                         "fetch.wait.max.ms": 10})
    consumer.assign([TopicPartition(topic, part, 0) for part in range(partitions)])
    values, ended = [], set()

    def poll():
        for message in consumer.consume(1000, 0.1):
            if not message.error():
                values.append(message.value().decode())
            elif message.error().code() == KafkaError._PARTITION_EOF:
                ended.add(message.partition())
        return len(ended) == partitions

    if not until(poll, SECONDS):
        values.append(f"(no end of {topic})")
    consumer.close()
    return sorted(values)


def committed(bootstrap, group, topic, partitions):
    """The group's offsets; 0 where there is none."""
    consumer = Consumer({**QUICK, "bootstrap.servers": bootstrap, "group.id": group, "isolation.level": "read_committed"})
    offsets = consumer.committed([TopicPartition(topic, part) for part in range(partitions)], SECONDS)
    consumer.close()
    return [max(part.offset, 0) for part in offsets]


class Processor:
    """A member of the group that turns each `value` of the source into `value!` in the same partition of the target."""

    def __init__(self, bootstrap, group, source, target, transactional_id, batch_size=4, **options):
        self.target, self.batch_size, self.batch = target, batch_size, []
        self.commits, self.aborted_by = 0, []
        strategy, instance_id = options.pop("strategy", "range"), options.pop("group_instance_id", "")
        self.producer = transactional(bootstrap, transactional_id, **options)
        self.consumer = Consumer({
            **QUICK, "bootstrap.servers": bootstrap, "group.id": group, "client.id": f"reader-of-{transactional_id}",
            "auto.offset.reset": "earliest", "enable.auto.commit": False, "isolation.level": "read_committed",
            "partition.assignment.strategy": strategy, "group.instance.id": instance_id, "session.timeout.ms": 30_000,
            "heartbeat.interval.ms": 100})
        self.consumer.subscribe([source], on_revoke=self.on_revoke)

    def on_revoke(self, _, partitions):
        gone = {part.partition for part in partitions}
        self.batch = [message for message in self.batch if message.partition() not in gone]

    def read(self):
        """Polls for a batch; what there is after an empty poll is one, too."""
        while len(self.batch) < self.batch_size:
            message = self.consumer.poll(0.1)
            if message is None:
                break
            if not message.error():
                self.batch.append(message)
        return self.batch

    def offsets(self):
        nexts = {(message.topic(), message.partition()): message.offset() + 1 for message in self.batch}
        return [TopicPartition(*place, offset) for place, offset in nexts.items()]

    def write(self):
        """Begins a transaction with the batch's results, without its offsets."""
        self.producer.begin_transaction()
        for message in self.batch:
            self.producer.produce(self.target, value=message.value() + b"!", partition=message.partition())

    def send_offsets(self, group_metadata):
        retried(self.producer.send_offsets_to_transaction, self.offsets(), group_metadata, SECONDS)

    def commit(self):
        retried(self.producer.commit_transaction, SECONDS)
        self.commits += 1
        self.batch = []

    def abort(self):
        """Gives the transaction up and goes back to the batch's first records, where they are still this member's."""
        retried(self.producer.abort_transaction, SECONDS)
        mine = {(part.topic, part.partition) for part in self.consumer.assignment()}
        firsts = {}
        for message in self.batch:
            firsts.setdefault((message.topic(), message.partition()), message.offset())
        for place, offset in firsts.items():
            if place in mine:
                self.consumer.seek(TopicPartition(*place, offset))
        self.batch = []

    def step(self):
        """One batch, if there is one. An error that asks for it aborts the transaction; another one is raised."""
        if not self.read():
            return 0
        size = len(self.batch)
        # The member as it is while it owns the batch. Asked for later, after it was expelled, librdkafka tells of no member
        # at all, and such offsets nobody refuses.
        group_metadata = self.consumer.consumer_group_metadata()
        try:
            self.write()
            self.send_offsets(group_metadata)
            self.commit()
        except KafkaException as problem:
            if not problem.args[0].txn_requires_abort():
                raise
            self.aborted_by.append(problem.args[0].name())
            self.abort()
            return 0
        return size

    def process(self, count):
        """Steps until `count` records are processed; returns how many are."""
        done, end = 0, time.monotonic() + 2 * SECONDS
        while done < count and time.monotonic() < end:
            done += self.step()
        return done

    def close(self):
        self.consumer.close()
