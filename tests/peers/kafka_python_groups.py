#!/usr/bin/python3
"""kafka-python (pure Python, old API versions) as a user of groups: produce and consume, join, commit, resume, leave, and
its admin client. It knows neither static membership nor cooperative-sticky (2.0.2)."""
import sys
import warnings

from facts import Facts, suffix, until
from polled_member import PolledMember, share

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from kafka import ConsumerRebalanceListener, KafkaConsumer, KafkaProducer, TopicPartition
    from kafka.admin import KafkaAdminClient, NewTopic


class Member(PolledMember, ConsumerRebalanceListener):
    def __init__(self, bootstrap, group, topic):
        super().__init__()
        self.consumer = KafkaConsumer(bootstrap_servers=bootstrap, group_id=group, auto_offset_reset="earliest",
                                      enable_auto_commit=False, session_timeout_ms=8000, heartbeat_interval_ms=300,
                                      metadata_max_age_ms=1000)
        self.consumer.subscribe([topic], listener=self)
        self.start()

    def on_partitions_revoked(self, revoked):
        self.note("revoked", revoked)
        self.held = set()

    def on_partitions_assigned(self, assigned):
        self.note("assigned", assigned)
        self.held = {part.partition for part in assigned}

    def poll(self):
        try:
            for records in self.consumer.poll(timeout_ms=100).values():
                self.records += [(record.partition, record.offset, record.value.decode()) for record in records]
        except Exception as error:  # pylint: disable=broad-except
            self.errors.append(error)


def values(member):
    return [value for _, _, value in member.records]


def main():
    bootstrap = sys.argv[1]
    facts = Facts("kafka_python")
    topic, group = f"kafka-python-{suffix()}", f"kafka-python-{suffix()}"
    admin = KafkaAdminClient(bootstrap_servers=bootstrap)
    admin.create_topics([NewTopic(topic, 6, 1)])
    producer = KafkaProducer(bootstrap_servers=bootstrap, acks="all")
    sent = [producer.send(topic, key=b"k%d" % (number % 12), value=b"v%d" % number) for number in range(60)]
    places = {(future.get(10).partition, future.get(10).offset) for future in sent}
    facts.equal("every record is acknowledged at a place of its own", len(places), 60)

    one = Member(bootstrap, group, topic)
    until(lambda: len(one.records) >= 60)
    facts.equal("one member reads all, each once", sorted(values(one)), sorted(f"v{number}" for number in range(60)))
    one.ask(lambda consumer: consumer.commit())
    total = one.ask(lambda consumer: sum(consumer.committed(TopicPartition(topic, part)) or 0 for part in range(6)))
    facts.equal("a commit can be read back", total, 60)
    two = Member(bootstrap, group, topic)
    facts.check("a second member takes its share", until(lambda: share(one, two)), [one.rebalances, two.rebalances])
    facts.check("the first gave up all and got back half",
                ("revoked", list(range(6))) in one.rebalances and len(one.rebalances[-1][1]) == 3, one.rebalances)

    described = admin.describe_consumer_groups([group])[0]
    facts.equal("the admin sees a stable group of two", (described.state, len(described.members)), ("Stable", 2))
    facts.check("the admin lists the group", (group, "consumer") in admin.list_consumer_groups())
    refused = admin.delete_consumer_groups([group])[0][1].__name__
    facts.equal("a group with members can't be deleted", refused, "NonEmptyGroupError")

    for number in range(30):
        producer.send(topic, value=b"w%d" % number, partition=number % 6)
    producer.flush(10)
    later = lambda: sorted(value for value in values(one) + values(two) if value[0] == "w")
    until(lambda: len(later()) >= 30)
    facts.equal("later records reach each one member only", later(), sorted(f"w{number}" for number in range(30)))
    for member in (one, two):
        member.ask(lambda consumer: consumer.commit())
    two.leave()
    facts.check("who leaves gives its share back at once", until(lambda: len(one.held) == 6, 4), one.rebalances)
    one.leave()

    producer.send(topic, value=b"resumed", partition=2).get(5)
    again = Member(bootstrap, group, topic)
    until(lambda: again.records)
    facts.equal("a new member resumes after the commits", values(again), ["resumed"])
    again.ask(lambda consumer: consumer.seek(TopicPartition(topic, 2), 0))
    facts.check("a seek reads again", until(lambda: any(record[:2] == (2, 0) for record in again.records)))
    again.leave()
    facts.equal("nothing failed on the way", [repr(error) for member in (one, two, again) for error in member.errors], [])
    facts.equal("an empty group can be deleted", admin.delete_consumer_groups([group])[0][1].__name__, "NoError")
    facts.finish()


if __name__ == "__main__":
    main()
