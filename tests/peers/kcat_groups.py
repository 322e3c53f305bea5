#!/usr/bin/python3
"""kcat as a user of groups: produce and consume, join, commit, resume, leave, static membership, cooperative-sticky."""
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from facts import Facts, suffix, until
from topics import create_topic

FAST = ["-X", "heartbeat.interval.ms=300", "-X", "session.timeout.ms=6000", "-X", "auto.offset.reset=earliest"]


def produce(bootstrap, topic, lines, partition=None):
    where = [] if partition is None else ["-p", str(partition)]
    subprocess.run(["kcat", "-b", bootstrap, "-P", "-t", topic, "-K", "|", *where], input="".join(f"{line}\n" for line in lines),
                   text=True, check=True, timeout=20)


class Member:
    """A running `kcat -G`: what it printed and which partitions it says it has."""

    def __init__(self, folder, bootstrap, group, topic, *options):
        self.name = suffix()
        self.out, self.err = folder / f"{self.name}.out", folder / f"{self.name}.err"
        command = ["kcat", "-b", bootstrap, "-G", group, *FAST, *options, "-u", "-f", "%p %o %s\\n", topic]
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)

    def records(self):
        return self.out.read_text().splitlines()

    def rebalances(self):
        """[(assigned or revoked, partitions)] in order."""
        events = re.findall(r"^% Group .* rebalanced.*?\b(assign|revoke)(.*)", self.err.read_text(), re.MULTILINE)
        return [(f"{kind}ed".replace("ee", "e"), sorted(int(number) for number in re.findall(r"\[(\d+)\]", rest)))
                for kind, rest in events]

    def partitions(self):
        held = set()
        for kind, partitions in self.rebalances():
            held = held | set(partitions) if kind == "assigned" else held - set(partitions)
        return held

    def stop(self, how=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


def share(members):
    """Whether the members hold all six partitions between them, each at least one, none twice."""
    held = [member.partitions() for member in members]
    return all(held) and sum(map(len, held)) == 6 and set().union(*held) == set(range(6))


def groups(facts, folder, bootstrap):
    topic, group = f"kcat-{suffix()}", f"kcat-readers-{suffix()}"
    create_topic(bootstrap, topic, 6)
    produce(bootstrap, topic, [f"k{number % 12}|v{number}" for number in range(60)])
    one = Member(folder, bootstrap, group, topic)
    facts.check("one member reads all that was there", until(lambda: len(one.records()) == 60), len(one.records()))
    facts.equal("one member has every partition", one.partitions(), set(range(6)))
    two = Member(folder, bootstrap, group, topic)
    facts.check("a second member takes its share", until(lambda: share([one, two])), [one.rebalances(), two.rebalances()])
    for partition in range(6):
        produce(bootstrap, topic, [f"k|late{partition}"], partition)
    facts.check("later records reach both, each once",
                until(lambda: len(one.records()) + len(two.records()) == 66) and len(two.records()) > 0,
                [one.records()[60:], two.records()])
    facts.equal("no record came twice", len(set(one.records() + two.records())), 66)
    two.stop()
    facts.check("who leaves gives its share back at once", until(lambda: one.partitions() == set(range(6)), 4), one.rebalances())
    one.stop()
    produce(bootstrap, topic, ["k|resumed"], 2)
    three = Member(folder, bootstrap, group, topic)
    facts.check("a new member resumes after the commits",
                until(lambda: three.records()) and [line.split()[2] for line in three.records()] == ["resumed"],
                three.records())
    three.stop()


def static_membership(facts, folder, bootstrap):
    topic, group = f"kcat-static-{suffix()}", f"kcat-static-{suffix()}"
    create_topic(bootstrap, topic, 6)
    one, two = (Member(folder, bootstrap, group, topic, "-X", f"group.instance.id={name}") for name in ("one", "two"))
    facts.check("static: two members share", until(lambda: share([one, two])), [one.rebalances(), two.rebalances()])
    had, rebalances = one.partitions(), two.rebalances()
    one.stop(signal.SIGKILL)
    again = Member(folder, bootstrap, group, topic, "-X", "group.instance.id=one")
    facts.check("static: who comes back gets its partitions back", until(lambda: again.partitions() == had),
                [had, again.rebalances()])
    produce(bootstrap, topic, ["k|hello"], min(had))
    facts.check("static: and reads from them", until(lambda: again.records()), again.records())
    facts.equal("static: the other one notices nothing", two.rebalances(), rebalances)
    again.stop()
    two.stop()


def cooperative(facts, folder, bootstrap):
    topic, group = f"kcat-coop-{suffix()}", f"kcat-coop-{suffix()}"
    create_topic(bootstrap, topic, 6)
    strategy = ["-X", "partition.assignment.strategy=cooperative-sticky"]
    one = Member(folder, bootstrap, group, topic, *strategy)
    facts.check("cooperative: one member has all", until(lambda: one.partitions() == set(range(6))), one.rebalances())
    two = Member(folder, bootstrap, group, topic, *strategy)
    facts.check("cooperative: a second one takes half", until(lambda: share([one, two])), [one.rebalances(), two.rebalances()])
    revoked = [partitions for kind, partitions in one.rebalances() if kind == "revoked" and partitions]
    facts.equal("cooperative: only what moves is revoked", [len(partitions) for partitions in revoked], [3])
    two.stop()
    facts.check("cooperative: and given back", until(lambda: one.partitions() == set(range(6)), 6), one.rebalances())
    one.stop()


def main():
    bootstrap = sys.argv[1]
    facts = Facts("kcat")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        groups(facts, folder, bootstrap)
        static_membership(facts, folder, bootstrap)
        cooperative(facts, folder, bootstrap)
    facts.finish()


if __name__ == "__main__":
    main()
