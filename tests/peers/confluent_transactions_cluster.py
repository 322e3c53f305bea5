#!/usr/bin/python3
"""confluent-kafka (librdkafka under Python) in transactions over three brokers, while coordinators and leaders move and
brokers stop and come back."""
import sys

from confluent_transactions import World
from control import Http
from exactly_once import SECONDS
from facts import Facts, until

BROKERS = (1, 2, 3)
SHARE = 12  # Records of a transaction whose steps are taken one by one.


def partition_of(name, partitions=50):
    """Where Kafka keeps a transactional id, or a group: by Java's String.hashCode()."""
    code = 0
    for byte in name.encode():
        code = (31 * code + byte) & 0xFFFFFFFF
    return (code & 0x7FFFFFFF) % partitions


class Cluster:
    def __init__(self, http):
        self.http = http

    def leader(self, topic, partition):
        return self.http.get(f"/v1/topics/{topic}")["partitions"][partition]["leader"]

    def move(self, topic, partition):
        """The next broker leads."""
        leader = self.leader(topic, partition) % len(BROKERS) + 1
        self.http.post(f"/v1/topics/{topic}/partitions/{partition}/leader", broker=leader)
        return self.leader(topic, partition) == leader

    def moves(self, world):
        """What can move, by name: each answers whether it did."""
        identity = f"{world.name}-one"
        return {
            "the transaction's coordinator": lambda: self.move("__transaction_state", partition_of(identity)),
            "the group's coordinator": lambda: self.move("__consumer_offsets", partition_of(world.name)),
            "a leader of the target": lambda: self.move(world.target, 1),
            "a leader of the source": lambda: self.move(world.source, 1),
        }

    def restart(self, broker):
        self.http.post(f"/v1/brokers/{broker}/stop")
        self.http.post(f"/v1/brokers/{broker}/start")

    def coordinator(self, world):
        return self.leader("__transaction_state", partition_of(f"{world.name}-one"))


def transaction(world, processor, before):
    """All records in one transaction; `before(step)` is called ahead of each step of it."""
    until(lambda: len(processor.read()) == SHARE)
    metadata = processor.consumer.consumer_group_metadata()
    before("the records")
    processor.write()
    processor.producer.flush(SECONDS)
    before("the offsets")
    processor.send_offsets(metadata)
    before("the commit")
    processor.commit()


def moving(facts, bootstrap, cluster):
    names = list(cluster.moves(World(bootstrap, "names", values=0)))
    for name in names:
        for chosen in ("the records", "the offsets", "the commit"):
            world = World(bootstrap, "moving", values=SHARE, replicas=3)
            one, moved = world.processor(batch_size=SHARE), []
            transaction(world, one, lambda step: moved.append(cluster.moves(world)[name]()) if step == chosen else None)
            facts.check(f"{name} moves before {chosen}: it does", moved == [True], moved)
            facts.equal(f"{name} moves before {chosen}: each result is there once", (world.results(), world.committed()),
                        (world.expected(), [4] * 3))
            one.close()


def moving_all_the_time(facts, bootstrap, cluster):
    world = World(bootstrap, "restless", values=120, replicas=3)
    one, done, moved = world.processor(), 0, 0
    moves = list(cluster.moves(world).values())
    while done < 120 and moved < 500:
        moves[moved % len(moves)]()
        moved += 1
        done += one.step()
    facts.equal("restless: something moves before each transaction", done, 120)
    facts.check("restless: nothing is aborted for it", not one.aborted_by, one.aborted_by)
    facts.equal("restless: each result is there once", (world.results(), world.committed()), (world.expected(), [40] * 3))
    one.close()


def stopping(facts, bootstrap, cluster):
    """The broker that coordinates the transaction stops before each of its steps, and comes back behind it."""
    for chosen in ("the records", "the offsets", "the commit"):
        world = World(bootstrap, "stopping", values=SHARE, replicas=3)
        one, stopped = world.processor(batch_size=SHARE), []

        def before(step):
            if step == chosen:
                stopped.append(cluster.coordinator(world))
                cluster.http.post(f"/v1/brokers/{stopped[0]}/stop")

        transaction(world, one, before)
        now = cluster.coordinator(world)
        facts.check(f"the coordinator stops before {chosen}: another one goes on", now != stopped[0], [stopped, now])
        facts.equal(f"the coordinator stops before {chosen}: each result is there once", (world.results(), world.committed()),
                    (world.expected(), [4] * 3))
        one.close()
        cluster.http.post(f"/v1/brokers/{stopped[0]}/start")
    world = World(bootstrap, "rolling", values=120, replicas=3)
    one, done = world.processor(), 0
    for broker in BROKERS * 2:
        cluster.http.post(f"/v1/brokers/{broker}/stop")
        done += one.process(8)
        cluster.http.post(f"/v1/brokers/{broker}/start")
        done += one.process(8)
    facts.equal("rolling: all is processed while each broker is away in turn", done + one.process(120 - done), 120)
    facts.equal("rolling: each result is there once", (world.results(), world.committed()), (world.expected(), [40] * 3))
    one.close()


def two_processors(facts, bootstrap, cluster):
    """Two members of one group while a broker is started again."""
    world = World(bootstrap, "pair", values=240, partitions=6, replicas=3)
    one, two = world.processor("one"), world.processor("two")
    done, turn = 0, 0

    def step():
        nonlocal done, turn
        done += one.step() + two.step()
        turn += 1
        if turn % 10 == 0 and turn <= 60:
            cluster.restart(BROKERS[turn // 10 % 3])
        return done >= 240

    facts.check("pair: two processors process all", until(step, 45), done)
    facts.equal("pair: each result is there once", (world.results(), world.committed()), (world.expected(), [40] * 6))
    for each in (one, two):
        each.close()


def main():
    bootstrap, cluster = sys.argv[1], Cluster(Http(sys.argv[2]))
    facts = Facts("confluent_transactions_cluster")
    moving(facts, bootstrap, cluster)
    moving_all_the_time(facts, bootstrap, cluster)
    stopping(facts, bootstrap, cluster)
    two_processors(facts, bootstrap, cluster)
    facts.finish()


if __name__ == "__main__":
    main()
