"""The brokers that are compared: each run has a process of its own, on a free port."""
import contextlib
import os
import re
import subprocess

PEERS = ("cohort", "floor", "floor-crc", "mock")
TITLES = {"cohort": "Cohort", "floor": "floor", "floor-crc": "floor + CRC", "mock": "librdkafka's mock"}


class Broker:
    def __init__(self, process, bootstrap):
        self.process = process.pid
        self.bootstrap = bootstrap


def programs(build):
    return {"cohort": build / "cohort", "floor": build / "bench/floor_server", "floor-crc": build / "bench/floor_server",
            "mock": build / "bench/mock_cluster/mock_cluster"}


def command(build, peer, topics=(), settings=()):
    """`topics`: NAME:PARTITIONS; `settings`: Cohort's, KEY=VALUE. The floor server has any topic that is asked for."""
    line = [str(programs(build)[peer])]
    if peer == "cohort":
        line += ["serve", "--port", "0"]
        line += [word for topic in topics for word in ("--topic", topic)]
        line += [word for setting in settings for word in ("-c", setting)]
    elif peer == "floor-crc":
        line += ["--crc"]
    elif peer == "mock":
        line += topics
    return line


@contextlib.contextmanager
def running(line):
    # Whatever image settings are around are not this broker's.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KAFKA_")}
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        said = process.stdout.readline()
        found = re.search(r"bootstrap=([^\s,]+)", said)
        if not found:
            raise RuntimeError(f"{line[0]} does not start: {said!r}")
        yield Broker(process, found.group(1))
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
