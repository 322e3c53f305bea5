"""A `cohort serve` of a test's own: started on free ports, watched, and stopped."""
import re
import subprocess
import threading
import time


class BrokerFault(Exception):
    """The broker did not start, serve or stop as it should."""


class BrokerProcess:
    """Use with `with`. `bootstrap` and `http` are as its ready line says. Leaving the block stops it with SIGTERM, and
    raises BrokerFault if it has died before, does not end with status 0 in time, or wrote more than its ready line to
    stdout. REQUIRES: `log` is a path that can be written; the broker's stderr goes there."""

    def __init__(self, program, log, options=()):
        self.command = [str(program), "serve", "--port", "0", "--http", "0", *options]
        self.log = log

    def __enter__(self):
        with open(self.log, "w", encoding="utf-8") as err:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=err, text=True)
        watchdog = threading.Timer(10, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        ready = re.fullmatch(r"ready bootstrap=(\S+) http=(\S+)\n", line)
        if not ready:
            self.process.kill()
            self.process.wait()
            raise BrokerFault(f"no ready line within 10 s but {line!r}; {self.said()}")
        self.bootstrap, self.http = ready.groups()
        return self

    def __exit__(self, kind, value, trace):
        status = self.process.poll()
        if status is not None:
            raise BrokerFault(f"the broker died with status {status}; {self.said()}")
        self.process.terminate()
        began = time.monotonic()
        try:
            more, _ = self.process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise BrokerFault("the broker did not stop within 5 s of SIGTERM") from None
        took = time.monotonic() - began
        if self.process.returncode != 0:
            raise BrokerFault(f"the broker ended with status {self.process.returncode}; {self.said()}")
        if more:
            raise BrokerFault(f"the broker wrote to stdout beside its ready line: {more[:200]!r}")
        if took > 2:  # A second is the promise; the other one is for a busy machine.
            raise BrokerFault(f"the broker took {took:.1f} s to stop")

    def said(self):
        """The end of its stderr."""
        with open(self.log, encoding="utf-8", errors="replace") as err:
            return "stderr ends: " + "".join(err.readlines()[-15:]).strip()
