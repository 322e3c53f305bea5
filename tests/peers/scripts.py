"""Runs scripts that drive a broker, each against a broker of its own, several at a time."""
import concurrent.futures
import dataclasses
import os
import pathlib
import signal
import subprocess
import time

from broker_process import BrokerFault, BrokerProcess


@dataclasses.dataclass(frozen=True)
class Script:
    """A command; {bootstrap}, {http} and {pid} in its words are the broker's."""
    name: str
    command: tuple
    broker_options: tuple = ()
    seconds: int = 90
    environment: tuple = ()  # (name, value) pairs
    missing: str = ""        # Not empty: why it can't run here.
    must_run: bool = False   # What is missing is then a failure.


@dataclasses.dataclass
class Outcome:
    name: str
    status: str  # "passed", "failed", "skipped"
    seconds: float
    words: str


def ended(command, seconds, log, environment):
    """Runs the command in a process group of its own and ends that group after `seconds`. Returns what went wrong."""
    with open(log, "w", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   env={**os.environ, **environment}, start_new_session=True)
        try:
            status = process.wait(seconds)
            fault = f"status {status}" if status else ""
        except subprocess.TimeoutExpired:
            fault = f"not done after {seconds} s"
        try:
            os.killpg(process.pid, signal.SIGKILL)  # Also what it may have left behind.
        except ProcessLookupError:
            pass
        process.wait()
        return fault


def run_one(script, program, work):
    if script.missing:
        return Outcome(script.name, "failed" if script.must_run else "skipped", 0.0, script.missing)
    began = time.monotonic()
    log = pathlib.Path(work, f"{script.name}.log")
    fault = ""
    try:
        with BrokerProcess(program, pathlib.Path(work, f"{script.name}.broker.log"), script.broker_options) as broker:
            command = [word.format(bootstrap=broker.bootstrap, http=broker.http, pid=broker.process.pid) for word in script.command]
            fault = ended(command, script.seconds, log, dict(script.environment))
    except (BrokerFault, OSError) as problem:
        fault = f"{fault}; {problem}" if fault else str(problem)
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    seconds = time.monotonic() - began
    if fault:
        return Outcome(script.name, "failed", seconds, "\n".join(lines[-60:] + [fault]))
    return Outcome(script.name, "passed", seconds, lines[-1] if lines else "")


def run_all(label, scripts, program, work, jobs):
    """Runs the scripts, prints how each went, and returns whether none failed and one at least passed."""
    pathlib.Path(work).mkdir(parents=True, exist_ok=True)
    names = {"passed": [], "failed": [], "skipped": []}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for outcome in pool.map(lambda script: run_one(script, program, work), scripts):
            names[outcome.status].append(outcome.name)
            print(f"{outcome.status:8} {outcome.seconds:6.1f} s  {outcome.name}: {outcome.words}", flush=True)
    listed = lambda status: f" ({', '.join(names[status])})" if names[status] else ""
    print(f"{label}: {len(names['passed'])} passed, {len(names['failed'])} failed{listed('failed')}, "
          f"{len(names['skipped'])} skipped{listed('skipped')}", flush=True)
    return bool(names["passed"]) and not names["failed"]
