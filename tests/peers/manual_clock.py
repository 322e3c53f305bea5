#!/usr/bin/python3
"""confluent-kafka (librdkafka under Python) against a broker whose clock is moved over HTTP: who is stopped by a signal is
expelled at once when time is told to pass, and who lives goes on through a minute that is told in steps."""
import json
import signal
import subprocess
import sys

from confluent_kafka import Consumer

from control import Http
from facts import Facts, until

GROUP, TOPIC, PARTITIONS = "steered", "clock", 4


def member(bootstrap, client_id, session_ms):
    """A process of its own, so that a signal can stop it: polls for ever."""
    consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": GROUP, "client.id": client_id, "log_level": 2,
                         "session.timeout.ms": int(session_ms), "heartbeat.interval.ms": 100,
                         "enable.auto.commit": False})
    consumer.subscribe([TOPIC])
    while True:
        consumer.poll(0.1)


def start_member(bootstrap, client_id, session_ms):
    return subprocess.Popen([sys.executable, __file__, "--member", bootstrap, client_id, str(session_ms)])


def owned_by(group):
    return {each["client_id"]: sorted(each["assignment"].get(TOPIC, [])) for each in group["members"]}


def expel_the_stopped_one(facts, http, stopped, generation):
    stopped.send_signal(signal.SIGSTOP)
    facts.check("no member is lost while time stands still",
                len(http.get(f"/v1/groups/{GROUP}")["members"]) == 2)
    http.post("/v1/clock/advance", ms=10_001)
    group = http.post(f"/v1/groups/{GROUP}/wait", state="Stable", members=1, generation=generation + 1)
    facts.equal("after 10,001 ms the other one owns all", owned_by(group), {"long": list(range(PARTITIONS))})
    timeline = http.get(f"/v1/groups/{GROUP}/timeline")
    expired = [fact for fact in timeline["facts"] if fact["kind"] == "member_expired"]
    facts.equal("the timeline tells who was expelled", [fact["client_id"] for fact in expired], ["short"])
    facts.check("and why", "no heartbeat" in expired[0]["detail"] and
                expired[0]["cause"] == {"kind": "timer", "name": "session"}, expired)
    last = timeline["rebalances"][-1]
    facts.check("the rebalance tells its reason", "expired" in last["why"], last)
    facts.equal("and who got the partitions", {each["client_id"]: each["assignment"] for each in last["assignments"]},
                {"long": {TOPIC: list(range(PARTITIONS))}})


def main():
    bootstrap, base = sys.argv[1:3]
    facts, http = Facts("manual_clock"), Http(base)
    http.post("/v1/topics", topic=TOPIC, partitions=PARTITIONS)
    members = [start_member(bootstrap, "short", 10_000), start_member(bootstrap, "long", 300_000)]
    try:
        group = http.post(f"/v1/groups/{GROUP}/wait", state="Stable", members=2)
        facts.check("two consumers share the topic", until(lambda: sorted(
            sum(owned_by(http.get(f"/v1/groups/{GROUP}")).values(), [])) == list(range(PARTITIONS))))
        began = http.get("/v1/clock")["now_ms"]
        http.post("/v1/clock/advance", ms=60_000, step_ms=2_000, pause_ms=300)
        facts.equal("a minute has passed for the broker", http.get("/v1/clock")["now_ms"] - began, 60_000)
        group = http.get(f"/v1/groups/{GROUP}")
        facts.equal("both have lived through it", sorted(owned_by(group)), ["long", "short"])
        expel_the_stopped_one(facts, http, members[0], group["generation"])
        facts.equal("an unknown field is named", http.status_of("/v1/clock/advance", '{"ms": 1, "sm": 2}'),
                    (400, 'field "sm": there is no such field'))
        facts.equal("so is a wrong type", http.status_of("/v1/clock/advance", '{"ms": "1"}')[0], 400)
    finally:
        for each in members:
            each.kill()
            each.wait()
    facts.finish()


if __name__ == "__main__":
    if sys.argv[1] == "--member":
        member(*sys.argv[2:])
    else:
        main()
