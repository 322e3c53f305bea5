#!/usr/bin/python3
"""confluent-kafka (librdkafka under Python) in transactions where something goes wrong at each step: connections that break
before and after a request has its effect, answers that are lost, errors that pass. Exactly once all the same."""
import concurrent.futures
import dataclasses
import sys

from confluent_kafka import KafkaException

from confluent_transactions import World
from control import Http
from exactly_once import SECONDS
from facts import Facts, until

STEPS = ("InitProducerId", "AddPartitionsToTxn", "Produce", "AddOffsetsToTxn", "TxnOffsetCommit", "EndTxn")
BREAKS = {"before": {"disconnect": "before"}, "after": {"disconnect": "after"}, "unanswered": {"drop_answer": True}}
# What passes by itself, and at which step a broker says it.
COORDINATOR = ("COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "COORDINATOR_LOAD_IN_PROGRESS")
RETRIED = {
    "InitProducerId": COORDINATOR + ("CONCURRENT_TRANSACTIONS",),
    "AddPartitionsToTxn": COORDINATOR + ("CONCURRENT_TRANSACTIONS",),
    "Produce": ("NOT_LEADER_OR_FOLLOWER", "NOT_ENOUGH_REPLICAS", "REQUEST_TIMED_OUT"),
    "AddOffsetsToTxn": COORDINATOR + ("CONCURRENT_TRANSACTIONS",),
    "TxnOffsetCommit": COORDINATOR + ("UNKNOWN_TOPIC_OR_PARTITION",),
    "EndTxn": COORDINATOR + ("CONCURRENT_TRANSACTIONS",),
}
# What ends the transaction but not the producer.
ABORTED = {
    "AddPartitionsToTxn": ("TOPIC_AUTHORIZATION_FAILED", "INVALID_PRODUCER_ID_MAPPING"),
    "Produce": ("INVALID_RECORD", "UNKNOWN_PRODUCER_ID"),
    "AddOffsetsToTxn": ("GROUP_AUTHORIZATION_FAILED",),
    "TxnOffsetCommit": ("ILLEGAL_GENERATION", "UNKNOWN_MEMBER_ID", "FENCED_INSTANCE_ID"),
    "EndTxn": ("INVALID_PRODUCER_ID_MAPPING",),
}
# What ends the producer.
FATAL = {
    "AddPartitionsToTxn": ("INVALID_PRODUCER_EPOCH", "PRODUCER_FENCED"),
    "Produce": ("INVALID_PRODUCER_EPOCH",),
    "AddOffsetsToTxn": ("INVALID_PRODUCER_EPOCH",),
    "TxnOffsetCommit": ("INVALID_PRODUCER_EPOCH",),
    "EndTxn": ("INVALID_PRODUCER_EPOCH", "PRODUCER_FENCED", "INVALID_TXN_STATE"),
}
AT_A_TIME = 4
SILENCE_MS = 2000  # After so long without an answer the client asks again.


@dataclasses.dataclass
class Outcome:
    hits: int = 0
    done: int = 0
    aborted_by: list = dataclasses.field(default_factory=list)
    failed_with: object = None
    results: bool = False
    offsets: list = dataclasses.field(default_factory=list)


def rule_for(http, world, **rule):
    match = {"client_id": f"{world.name}-one", **rule.pop("match", {})}
    return http.post("/v1/faults", match=match, **rule)["id"]


def processed(bootstrap, http, api, times, action):
    """Twelve records in three transactions; what goes wrong does so in the first, as that is where each step is new."""
    world, outcome = World(bootstrap, f"fault-{api}"), Outcome()
    rule = rule_for(http, world, match={"api": api}, times=times, action=action)
    processor = world.processor(socket_timeout_ms=SILENCE_MS)
    try:
        outcome.done = processor.process(12)
    except KafkaException as problem:
        outcome.failed_with = problem.args[0]
    outcome.aborted_by = processor.aborted_by
    outcome.hits = http.get(f"/v1/faults/{rule}")["hits"]
    processor.close()
    if outcome.failed_with:  # Another process takes its place.
        outcome.done = world.processor().process(12)
    outcome.results, outcome.offsets = world.results() == world.expected(), world.committed()
    return outcome


def aborted(bootstrap, http, action):
    """A transaction of all twelve records is aborted, and something goes wrong with that."""
    world, outcome = World(bootstrap, "fault-abort"), Outcome()
    processor = world.processor(batch_size=12, socket_timeout_ms=SILENCE_MS)
    until(lambda: len(processor.read()) == 12)
    processor.write()
    processor.producer.flush(SECONDS)
    rule = rule_for(http, world, match={"api": "EndTxn"}, times=1, action=action)
    processor.abort()
    outcome.hits = http.get(f"/v1/faults/{rule}")["hits"]
    outcome.failed_with = world.results() or None
    outcome.done, outcome.aborted_by = processor.process(12), processor.aborted_by
    processor.close()
    outcome.results, outcome.offsets = world.results() == world.expected(), world.committed()
    return outcome


def storm(bootstrap, http):
    """One request in eight of every kind breaks its connection, before or after it has its effect."""
    world, outcome = World(bootstrap, "storm", values=96), Outcome()
    rules = [rule_for(http, world, probability=1 / 16, action=action) for action in (BREAKS["before"], BREAKS["after"])]
    processor = world.processor()
    outcome.done, outcome.aborted_by = processor.process(96), processor.aborted_by
    outcome.hits = sum(http.get(f"/v1/faults/{rule}")["hits"] for rule in rules)
    processor.close()
    outcome.results, outcome.offsets = world.results() == world.expected(), world.committed()
    return outcome


def check(facts, label, outcome, hits):
    facts.check(f"{label}: it went wrong {hits}x", outcome.hits == hits, outcome)
    facts.check(f"{label}: each result is there once", outcome.results and outcome.offsets == [4, 4, 4], outcome)


def cases(table):
    return [(api, name) for api, names in table.items() for name in names]


def main():
    bootstrap, http = sys.argv[1], Http(sys.argv[2])
    facts = Facts("confluent_transactions_faults")
    broken = [(api, how) for api in STEPS for how in BREAKS]
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        error = lambda times: lambda case: processed(bootstrap, http, case[0], times, {"error": case[1]})
        breaking = pool.map(lambda case: processed(bootstrap, http, case[0], 1, BREAKS[case[1]]), broken)
        aborting = pool.map(lambda how: aborted(bootstrap, http, BREAKS[how]), BREAKS)
        storming = pool.submit(storm, bootstrap, http)
        retrying, ending, fencing = (pool.map(error(times), cases(table))
                                     for times, table in ((2, RETRIED), (1, ABORTED), (1, FATAL)))
        for (api, how), outcome in zip(broken, breaking):
            facts.check(f"{api} {how}: nothing is aborted for it", not outcome.aborted_by and not outcome.failed_with, outcome)
            check(facts, f"{api} {how}", outcome, 1)
        for how, outcome in zip(BREAKS, aborting):
            facts.check(f"abort {how}: it is aborted all the same", not outcome.aborted_by and not outcome.failed_with, outcome)
            check(facts, f"abort {how}", outcome, 1)
        outcome = storming.result()
        facts.check("storm: much goes wrong", outcome.hits > 10, outcome)
        facts.check("storm: each result is there once", outcome.results and outcome.offsets == [32] * 3, outcome)
        for (api, name), outcome in zip(cases(RETRIED), retrying):
            facts.check(f"{api} {name}: it is tried again", not outcome.aborted_by and not outcome.failed_with, outcome)
            check(facts, f"{api} {name}", outcome, 2)
        for (api, name), outcome in zip(cases(ABORTED), ending):
            # After a failed Produce librdkafka 2.0.2 goes on with the sequence numbers that it has, which costs it another
            # transaction before it asks for a new epoch (KIP-360).
            facts.check(f"{api} {name}: aborts the transaction alone", outcome.aborted_by[:1] == [name] and
                        not outcome.failed_with and len(outcome.aborted_by) <= (2 if api == "Produce" else 1), outcome)
            check(facts, f"{api} {name}", outcome, 1)
        for (api, name), outcome in zip(cases(FATAL), fencing):
            facts.check(f"{api} {name}: is fatal", outcome.failed_with and outcome.failed_with.fatal(), outcome)
            check(facts, f"{api} {name}", outcome, 1)
    facts.finish()


if __name__ == "__main__":
    main()
