"""What is run against which broker. A scene is a list of runs; each run starts its broker and gives JSON lines."""
import contextlib
import dataclasses
import json
import os
import subprocess

from brokers import command, running


@dataclasses.dataclass
class Run:
    scene: str
    peer: str
    program: str  # bench_peers or bench_scale
    arguments: list
    topics: tuple = ()
    settings: tuple = ()
    tags: dict = dataclasses.field(default_factory=dict)  # Kept beside each line.
    limit_s: int = 300  # Of the whole program, as a last resort.
    starts_broker_itself: bool = False
    # Where the two take turns anyway, broker and client share one processor: a wake-up across processors costs several times the
    # request, sometimes and not always.
    on_one_processor: bool = False


@dataclasses.dataclass
class Size:
    """How much of everything."""
    megabytes: int = 300
    single_records: int = 20_000
    latency_records: int = 1000
    latency_seconds: int = 10
    delays: tuple = (0, 5, 10, 20, 50, 3000)
    consumers: tuple = (1, 2, 10, 50)
    starts: int = 2
    limit_s: int = 60
    heartbeat_ms: int = 3000
    process_starts: int = 20
    payload: int = 100
    many_partitions: int = 10_000
    many_connections: int = 5_000
    many_groups: int = 10_000
    many_members: int = 1_000
    cpu_ms: int = 500


QUICK = Size(megabytes=8, single_records=300, latency_records=10, latency_seconds=2, delays=(50,), consumers=(1, 2), starts=1,
             limit_s=10, heartbeat_ms=300, process_starts=2, payload=2, many_partitions=50, many_connections=20, many_groups=20,
             many_members=20, cpu_ms=5)


def throughput(size):
    for record_bytes in (100, 1000):
        for peer in ("cohort", "floor", "floor-crc", "mock"):
            yield Run("throughput", peer, "bench_peers",
                      ["throughput", "--record-bytes", record_bytes, "--megabytes", size.megabytes,
                       "--keeps-all", "false" if peer == "mock" else "true"])


def spread(size):
    """For the mock, which keeps no more than 5 MB of a partition: what is read is in many of them."""
    for record_bytes in (100, 1000):
        for peer in ("cohort", "mock"):
            yield Run("spread", peer, "bench_peers",
                      ["--topic", "spread", "spread", "--record-bytes", record_bytes, "--megabytes", size.megabytes],
                      topics=(f"spread:{size.megabytes // 4 + 1}",))


def single(size):
    for peer in ("cohort", "floor", "mock"):
        yield Run("single", peer, "bench_peers", ["single", "--records", size.single_records])


def round_trip(size):
    for peer in ("cohort", "floor", "mock"):
        yield Run("round_trip", peer, "bench_peers", ["round-trip", "--records", size.single_records], on_one_processor=True)


def latency(size):
    for peer in ("cohort", "floor", "mock"):
        yield Run("latency", peer, "bench_peers", ["latency", "--records", size.latency_records, "--most-seconds", size.latency_seconds])


def groups(size):
    """Cohort at each delay; the mock, whose delay is 3000 ms and can't be set."""
    shared = ["--topic", "groups", "--limit-s", size.limit_s]
    for peer, delay in [("cohort", delay) for delay in size.delays] + [("mock", 3000)]:
        starts = 1 if delay >= 1000 or peer == "mock" else size.starts
        yield Run("groups", peer, "bench_peers",
                  [*shared, "start", "--consumers", ",".join(map(str, size.consumers)), "--repeat", starts, "--initial-delay-ms", delay],
                  topics=("groups:64",), settings=(f"group.initial.rebalance.delay.ms={delay}",), tags={"delay_ms": delay}, limit_s=600)
    for peer in ("cohort", "mock"):
        yield Run("groups", peer, "bench_peers",
                  [*shared, "change", "--consumers", min(10, size.consumers[-1]), "--repeat", 1, "--heartbeat-ms", size.heartbeat_ms],
                  topics=("groups:64",), limit_s=300)


def start(size):
    for peer in ("cohort", "floor", "mock"):
        yield Run("start", peer, "bench_scale", ["start", "--repeat", size.process_starts, "--"], starts_broker_itself=True)


def memory(size):
    for batch_records in (16, 100, 1000):
        for peer in ("cohort", "floor"):
            yield Run("memory", peer, "bench_scale", ["memory", "--megabytes", size.payload, "--batch-records", batch_records],
                      tags={"batch_records": batch_records})


def topics_of(partitions):
    """As bench_scale wants them: 1,000 in each."""
    return tuple(f"many-{first // 1000}:{min(1000, partitions - first)}" for first in range(0, partitions, 1000))


def cost(size):
    """One of each, then many of one thing; and a heartbeat in a small and in a large group."""
    many = {"base": {}, "partitions": {"partitions": size.many_partitions}, "connections": {"connections": size.many_connections},
            "groups": {"groups": size.many_groups}, "members-3": {"members": 3}, "members-many": {"members": size.many_members}}
    for name, options in many.items():
        has_members = "members" in options
        delay = 500 if has_members else 0  # Members of one group are to come in one generation.
        arguments = ["cost", "--cpu-ms", size.cpu_ms]
        arguments += [word for option, count in options.items() for word in (f"--{option}", count)]
        yield Run("cost", "cohort", "bench_scale", arguments + (["--apis", "heartbeat"] if has_members else []),
                  topics=topics_of(options.get("partitions", 1)), settings=(f"group.initial.rebalance.delay.ms={delay}",),
                  tags={"many": name}, on_one_processor=True)


SCENES = {scene.__name__: scene for scene in (throughput, spread, single, round_trip, latency, groups, start, memory, cost)}


@contextlib.contextmanager
def processors(run):
    """What is started here runs on these; children take after their parent."""
    every = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(every)} if run.on_one_processor else every)
    try:
        yield
    finally:
        os.sched_setaffinity(0, every)


def lines_of(run, build):
    """The JSON lines of one run; what does not finish in its time is one, too."""
    with processors(run):
        return lines_of_placed(run, build)


def lines_of_placed(run, build):
    program = [str(build / "bench" / run.program)]
    broker_line = command(build, run.peer, run.topics, run.settings)
    if run.starts_broker_itself:
        return called(run, program + run.arguments + broker_line)
    with running(broker_line) as broker:
        process = ["--process", broker.process]
        place = ["--bootstrap", broker.bootstrap]
        if run.program == "bench_peers":
            return called(run, program + place + process + run.arguments)
        return called(run, program + run.arguments + place + process)


def called(run, line):
    line = [str(word) for word in line]
    try:
        # Status 1 without a word is a limit of the program's own that was not met.
        done = subprocess.run(line, capture_output=True, text=True, timeout=run.limit_s, check=False)
        out = done.stdout
        if done.returncode not in (0, 1) or (done.returncode == 1 and "bench_" in done.stderr):
            raise RuntimeError(f"{' '.join(line)}: status {done.returncode}\n{done.stderr[-2000:]}")
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
        out = said if isinstance(said, str) else said.decode()
        out += json.dumps({"bench": run.scene, "finished": False, "limit_s": run.limit_s}) + "\n"
    return [dict(json.loads(each), scene=run.scene, peer=run.peer, **run.tags) for each in out.splitlines() if each.startswith("{")]
