"""What the Python peers share: facts that hold or don't, and waiting for one."""
import sys
import time
import uuid

BEGAN = time.monotonic()


def suffix():
    """Makes a name this run's own, so that peers can share a broker and be run again."""
    return uuid.uuid4().hex[:8]


def until(holds, seconds=12.0):
    """Whether `holds()` came true within `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return bool(holds())


class Facts:
    """Prints each fact as it is checked; `finish` closes with the count and ends the process."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0

    def check(self, fact, holds, seen=""):
        self.passed += bool(holds)
        self.failed += not holds
        line = f"{'ok    ' if holds else 'FAILED'} {time.monotonic() - BEGAN:6.2f} s  {fact}"
        print(line if holds or seen == "" else f"{line}  -- seen: {seen}", flush=True)
        return bool(holds)

    def equal(self, fact, seen, expected):
        return self.check(fact, seen == expected, f"{seen!r}, expected: {expected!r}")

    def finish(self):
        print(f"{self.name}: {self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(0 if self.passed and not self.failed else 1)
