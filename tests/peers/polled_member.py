"""A consumer polled by a thread of its own, whatever the library: what it read, and each rebalance it saw."""
import threading

from facts import until


class PolledMember:
    """A member of a group. A subclass sets `self.consumer` and calls `start()`, polls it once in `poll()` (records to
    `self.records`, failures to `self.errors`) and notes the rebalances that its library reports."""

    def __init__(self):
        self.records, self.rebalances, self.errors, self.wishes = [], [], [], []
        self.is_leaving = False
        self.held = set()

    def start(self):
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def poll(self):
        raise NotImplementedError

    def note(self, change, partitions):
        """A rebalance as its library told it."""
        self.rebalances.append((change, sorted(part.partition for part in partitions)))

    def run(self):
        while not self.is_leaving:
            self.poll()
            while self.wishes:
                wish, answered = self.wishes.pop(0)
                try:
                    answered.append(wish(self.consumer))
                except Exception as error:  # pylint: disable=broad-except
                    answered.append(error)
        self.consumer.close()

    def ask(self, wish):
        """Runs `wish(consumer)` in the consumer's own thread."""
        answered = []
        self.wishes.append((wish, answered))
        until(lambda: answered)
        return answered[0] if answered else None

    def leave(self):
        self.is_leaving = True
        self.thread.join(15)


def share(*members, partitions=6):
    """Whether each holds something, and together they hold every partition once."""
    held = [set(member.held) for member in members]
    return all(held) and sum(map(len, held)) == partitions and set().union(*held) == set(range(partitions))
