#!/usr/bin/env python3
"""produce_consume_test.py PROGRAM: `cohort produce` and `cohort consume` as a shell sees them, against `cohort serve`.
Loopback and free ports only."""
import base64
import fcntl
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
import unittest

from broker_under_test import PATIENCE, BrokerUnderTest

PROGRAM = ""
ENOUGH = ("--idle-exit", "300ms")  # Every record is there already, and the broker is near.


class Command:
    """One that goes on until it is ended, or ends by itself; its output is read by threads."""

    def __init__(self, *words, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        self.process = subprocess.Popen([PROGRAM, *words], **options)
        self.out, self.err = bytearray(), bytearray()
        self.readers = []
        for pipe, kept in ((self.process.stdout, self.out), (self.process.stderr, self.err)):
            if pipe:
                self.readers.append(threading.Thread(target=self.read, args=(pipe, kept), daemon=True))
                self.readers[-1].start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()

    @staticmethod
    def read(pipe, kept):
        while piece := os.read(pipe.fileno(), 65536):
            kept += piece

    def has_printed(self, wanted):
        return comes_true(lambda: bytes(wanted) in self.out)

    def has_read_all(self):
        """Nothing that was written to its standard input is left in the pipe."""
        return comes_true(lambda: fcntl.ioctl(self.process.stdin, termios.FIONREAD, bytes(4)) == bytes(4))

    def ended(self):
        """The status, once it has ended by itself."""
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join()
        return status

    def handles(self, how):
        """Whether it has got so far that the signal no longer kills it."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            caught = re.search(r"^SigCgt:\s*(\w+)$", status.read(), re.MULTILINE)
        return bool(caught) and bool(int(caught[1], 16) >> (how - 1) & 1)

    def stop(self, how=signal.SIGINT):
        comes_true(lambda: self.handles(how))
        self.process.send_signal(how)
        return self.ended()


def comes_true(condition):
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def run(*words, given=b""):
    """(status, stdout, stderr as text)."""
    done = subprocess.run([PROGRAM, *words], input=given, capture_output=True, timeout=3 * PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


class WithBroker(unittest.TestCase):
    """Each test has topics t (1 partition) and wide (3)."""
    OPTIONS = ()

    def setUp(self):
        self.broker = BrokerUnderTest(PROGRAM, "--port", "0", "--topic", "t:1", "--topic", "wide:3", *self.OPTIONS)
        self.addCleanup(self.broker.__exit__)
        self.bootstrap = f"{self.broker.host}:{self.broker.port}"

    def words(self, command, *more, topic="t"):
        return (command, "--bootstrap", self.bootstrap, *(("--topic", topic) if topic else ()), *more)

    def produce(self, given, *more, topic="t"):
        status, out, err = run(*self.words("produce", *more, topic=topic), given=given)
        self.assertEqual((status, err), (0, ""))
        return out

    def consume(self, *more, topic="t"):
        status, out, err = run(*self.words("consume", *ENOUGH, *more, topic=topic))
        self.assertEqual((status, err), (0, ""))
        return out

    def all_of(self, *more, topic="t"):
        return self.consume("--from-beginning", *more, topic=topic)

    def objects(self, *more, topic="t"):
        return [json.loads(line) for line in self.all_of("-o", "json", *more, topic=topic).splitlines()]


class Lines(WithBroker):
    def test_each_line_is_a_record_also_the_last_one_without_its_end(self):
        self.assertEqual(self.produce(b"one\n\n three \nfour"), b"")
        self.assertEqual(self.all_of(), b"one\n\n three \nfour\n")

    def test_no_input_is_no_record(self):
        self.produce(b"")
        self.assertEqual(self.all_of(), b"")

    def test_values_are_any_bytes_and_any_length_that_the_broker_takes(self):
        for value in (bytes(byte for byte in range(256) if byte != 10), b"\0", b"\r", b"x" * 900_000):
            with self.subTest(value=value[:8]):
                self.produce(value + b"\n")
                self.assertTrue(self.all_of().endswith(value + b"\n"))

    def test_many_lines_come_back_in_order(self):
        lines = b"".join(b"line %d of many\n" % number for number in range(100_000))
        self.produce(lines)
        self.assertEqual(self.all_of(), lines)

    def test_what_is_typed_is_sent_at_once(self):
        with Command(*self.words("consume", "--from-beginning")) as reader, \
                Command(*self.words("produce"), stdin=subprocess.PIPE) as writer:
            writer.process.stdin.write(b"hello\nhalf")
            writer.process.stdin.flush()
            self.assertTrue(reader.has_printed(b"hello\n"))
            writer.process.stdin.write(b" a line\n")
            writer.process.stdin.flush()
            self.assertTrue(reader.has_printed(b"half a line\n"))

    def test_a_signal_ends_the_input_and_what_was_read_is_delivered(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            with Command(*self.words("produce", "-X", "linger.ms=60000", "-X", "delivery.timeout.ms=100000"),
                         stdin=subprocess.PIPE) as writer:
                writer.process.stdin.write(b"said\n")
                writer.process.stdin.flush()
                self.assertTrue(writer.has_read_all())
                self.assertEqual(writer.stop(how), 0, writer.err)
        self.assertEqual(self.all_of(), b"said\nsaid\n")


class Producing(WithBroker):
    def test_keys_stand_before_the_separator(self):
        for separator, line in ((":", b"k:v:w"), ("::", b"k::v:w"), ("\\t", b"k\tv:w"), ("\\x01", b"k\x01v:w")):
            with self.subTest(separator):
                self.produce(line, "--key-separator", separator)
                self.assertTrue(self.all_of("-f", "%k|%s;").endswith(b"k|v:w;"))

    def test_a_line_without_separator_has_no_key(self):
        self.produce(b"alone\n:empty\n", "--key-separator", ":")
        self.assertEqual(self.all_of("-f", "%K %S %s\n"), b"-1 5 alone\n0 5 empty\n")

    def test_empty_is_null_if_told(self):
        for option in ("-Z", "--null-value"):
            self.produce(b"k:\n\n:v\n", "--key-separator", ":", option)
        self.produce(b"k:\n", "--key-separator", ":")
        nulls = b"1 -1\n-1 -1\n-1 1\n"
        self.assertEqual(self.all_of("-f", "%K %S\n"), 2 * nulls + b"1 0\n")

    def test_a_partition_can_be_named(self):
        self.produce(b"a\nb\n", "--partition", "2", topic="wide")
        self.assertEqual(self.all_of("-f", "%t-%p %o %s\n", topic="wide"), b"wide-2 0 a\nwide-2 1 b\n")

    def test_without_one_the_key_decides(self):
        self.produce(b"".join(b"k%d:v\n" % (number % 7) for number in range(70)), "--key-separator", ":", topic="wide")
        places = {tuple(line.split()) for line in self.all_of("-f", "%k %p\n", topic="wide").splitlines()}
        self.assertEqual(len(places), 7)
        self.assertGreater(len({partition for _, partition in places}), 1)

    def test_headers_are_on_every_record(self):
        self.produce(b"a\nb\n", "-H", "one=1", "-H", "two=x=y", "-H", "none", "-H", "empty=")
        self.assertEqual(self.all_of("-f", "%h\n"), 2 * b"one=1,two=x=y,none=NULL,empty=\n")

    def test_every_codec_is_read_again(self):
        lines = b"".join(b"squeeze me %d\n" % (number % 10) for number in range(1000))
        for codec in ("none", "gzip", "snappy", "lz4", "zstd"):
            self.produce(lines, "-z", codec)
        self.assertEqual(self.all_of(), 5 * lines)

    def test_every_acks_is_delivered(self):
        for acks in ("0", "1", "all", "-1"):
            self.produce(acks.encode(), f"--acks={acks}")
        self.assertEqual(self.all_of(), b"0\n1\nall\n-1\n")

    def test_json_tells_of_each_delivery(self):
        deliveries = [json.loads(line) for line in self.produce(b"a\nb\n", "-o", "json", "--partition", "1", topic="wide").splitlines()]
        now = time.time() * 1000
        self.assertEqual([(one["topic"], one["partition"], one["offset"]) for one in deliveries], [("wide", 1, 0), ("wide", 1, 1)])
        self.assertTrue(all(now - 60_000 < one["timestamp"] <= now for one in deliveries), deliveries)
        self.assertEqual(set(deliveries[0]), {"topic", "partition", "offset", "timestamp"})

    def test_nobody_who_reads_the_deliveries_is_no_failure(self):
        lines = b"".join(b"line %d\n" % number for number in range(20_000))
        with closed_pipe() as nobody, \
                Command(*self.words("produce", "-o", "json"), stdin=subprocess.PIPE, stdout=nobody) as writer:
            writer.process.stdin.write(lines)
            writer.process.stdin.close()
            self.assertEqual(writer.ended(), 0, writer.err)
        self.assertEqual(self.all_of(), lines)

    def test_settings_are_kafkas_or_librdkafkas(self):
        self.produce(b"a\n", "-X", "linger.ms=1", "-X", "compression.codec=gzip", "-X", "client.id=me")
        self.assertEqual(self.all_of("-X", "fetch.min.bytes=1", "-X", "enable.auto.commit=false"), b"a\n")

    def test_what_is_too_large_is_named_and_the_rest_goes_on(self):
        status, out, err = run(*self.words("produce"), given=b"a\n" + b"x" * 2_000_000 + b"\nb\n")
        self.assertEqual((status, out), (1, b""))
        self.assertIn("line 2: MESSAGE_TOO_LARGE", err)
        self.assertIn("1 of 3 records were not delivered", err)
        self.assertEqual(self.all_of(), b"a\nb\n")

    def test_the_first_failures_are_named_and_all_are_counted(self):
        status, _, err = run(*self.words("produce", "-X", "max.request.size=100"), given=(b"x" * 200 + b"\n") * 50)
        self.assertEqual(status, 1)
        self.assertEqual(len(err.splitlines()), 6, err)
        self.assertIn("50 of 50 records", err)

    def test_what_the_broker_refuses_is_a_failure(self):
        topic = "not/a/topic"
        status, _, err = run(*self.words("produce", "--timeout", "5s", topic=topic), given=b"a\nb\n")
        self.assertEqual(status, 1)
        self.assertIn("INVALID_TOPIC_EXCEPTION", err)

    def test_a_partition_that_is_not_there_is_waited_for_and_named(self):
        status, _, err = run(*self.words("produce", "--partition", "7", "--timeout", "500ms", topic="wide"), given=b"a\n")
        self.assertEqual(status, 1)
        self.assertIn("wide-7", err)


class Consuming(WithBroker):
    def setUp(self):
        super().setUp()
        for partition in range(3):
            self.produce(b"".join(b"%d.%d\n" % (partition, number) for number in range(4)), "--partition", str(partition), topic="wide")
        self.produce(b"k=v\n", "--key-separator", "=", "-H", "a=b")

    def test_it_begins_at_the_end_unless_told(self):
        self.assertEqual(self.consume(), b"")
        self.assertEqual(self.consume("-X", "auto.offset.reset=earliest"), b"v\n")

    def test_all_partitions_of_all_topics_are_read(self):
        lines = self.all_of("--topic", "t", topic="wide").splitlines()
        self.assertEqual(sorted(lines), sorted([b"v"] + [b"%d.%d" % (part, number) for part in range(3) for number in range(4)]))

    def test_a_topic_that_is_not_there_is_told_and_not_made(self):
        for _ in range(2):
            status, out, err = run(*self.words("consume", "--idle-exit", "300ms", topic="nosuch"))
            self.assertEqual((status, out), (1, b""), err)
            self.assertIn("UNKNOWN_TOPIC_OR_PARTITION", err)

    def test_partitions_can_be_chosen(self):
        self.assertEqual(self.all_of("--partition", "1", topic="wide"), b"1.0\n1.1\n1.2\n1.3\n")
        for words in (("--partition", "0", "--partition", "2"), ("--partition", "2,0")):
            self.assertEqual({line[:1] for line in self.all_of(*words, topic="wide").splitlines()}, {b"0", b"2"})

    def test_it_begins_where_it_is_told(self):
        for offset, expected in (("2", b"1.2\n1.3\n"), ("beginning", b"1.0\n1.1\n1.2\n1.3\n"), ("end", b""), ("-1", b"1.3\n"),
                                 ("-100", b"1.0\n1.1\n1.2\n1.3\n"), ("@0", b"1.0\n1.1\n1.2\n1.3\n"),
                                 ("2024-01-01", b"1.0\n1.1\n1.2\n1.3\n"), ("2199-12-31T23:59:59Z", b""),
                                 ("@9999999999999", b"")):
            with self.subTest(offset):
                self.assertEqual(self.consume("--partition", "1", "--offset", offset, topic="wide"), expected)
                self.assertEqual(self.consume("--partition", "1", f"--offset={offset}", topic="wide"), expected)

    def test_a_time_is_of_the_first_record_then_or_later(self):
        record = self.objects()[0]
        self.assertEqual(self.consume("--offset", f"@{record['timestamp']}"), b"v\n")
        self.assertEqual(self.consume("--offset", f"@{record['timestamp'] + 1}"), b"")

    def test_it_ends_after_so_many(self):
        self.assertEqual(self.all_of("--count", "3", "--partition", "0", topic="wide"), b"0.0\n0.1\n0.2\n")
        self.assertEqual(run(*self.words("consume", "--from-beginning", "--count", "0"))[:2], (0, b""))

    def test_it_ends_when_idle_and_not_before(self):
        began = time.monotonic()
        self.assertEqual(run(*self.words("consume", "--idle-exit", "700ms"))[:2], (0, b""))
        self.assertGreater(time.monotonic() - began, 0.7)

    def test_it_ends_by_a_signal(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            for more in ((), ("--group", f"of {how}")):
                with self.subTest(how=how, more=more), Command(*self.words("consume", "--from-beginning", *more)) as reader:
                    self.assertTrue(reader.has_printed(b"v\n"))
                    self.assertEqual(reader.stop(how), 0, reader.err)

    def test_it_ends_when_nobody_reads_any_more(self):
        for more in ((), ("--group", "closed")):
            with self.subTest(more), closed_pipe() as nobody, \
                    Command(*self.words("consume", "--from-beginning", *more), stdout=nobody) as reader:
                self.assertEqual(reader.ended(), 0, reader.err)
        # Also if no record makes it write.
        with closed_pipe() as nobody, Command(*self.words("consume"), stdout=nobody) as reader:
            self.assertEqual(reader.ended(), 0, reader.err)

    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "wb") as full, Command(*self.words("consume", "--from-beginning"), stdout=full) as reader:
            self.assertEqual(reader.ended(), 1)
            self.assertIn("No space left", reader.err.decode())

    def test_every_part_can_be_printed(self):
        record = self.objects()[0]
        seen = self.all_of("-f", r"%k|%s|%K|%S|%t|%p|%o|%T|%h|%%|\n\t\r\x41\\")
        self.assertEqual(seen, b"k|v|1|1|t|0|0|%d|a=b|%%|\n\t\rA\\" % record["timestamp"])

    def test_json_has_all_parts(self):
        record = self.objects()[0]
        self.assertGreater(record.pop("timestamp"), 1_600_000_000_000)
        self.assertEqual(record, {"topic": "t", "partition": 0, "offset": 0, "key": "k", "value": "v",
                                  "headers": [{"key": "a", "value": "b"}]})

    def test_json_is_json_whatever_the_bytes(self):
        values = [b'"\\\x01\t\x7f', "späße €𝄞".encode(), b"\xff\xfe", b"\xed\xa0\x80", b""]
        self.produce(b"\n".join(values) + b"\n", "-H", "h=ü", "-H", "none", topic="other")
        self.produce(b"\x80=\n", "-Z", "--key-separator", "=", topic="other")
        seen = self.objects(topic="other")
        for value, record in zip(values, seen):
            if "value" in record:
                self.assertEqual(record["value"].encode(), value)
            else:
                self.assertEqual(base64.b64decode(record["value_base64"]), value)
            self.assertEqual((record["key"], record["headers"]), (None, [{"key": "h", "value": "ü"}, {"key": "none", "value": None}]))
        self.assertEqual([("value_base64" in record) for record in seen], [False, False, True, True, False, False])
        self.assertEqual((seen[5]["key_base64"], seen[5]["value"], seen[5]["headers"]), ("gA==", None, []))
        self.assertEqual(len(seen), 6)

    def test_a_partition_that_is_not_there_is_named(self):
        status, _, err = run(*self.words("consume", "--partition", "3", topic="wide"))
        self.assertEqual(status, 1)
        self.assertIn("wide-3", err)


class Groups(WithBroker):
    def group(self, *more, **options):
        return self.all_of("--group", "g", *more, **options)

    def test_a_group_goes_on_where_it_was(self):
        self.produce(b"a\nb\nc\n")
        self.assertEqual(self.group(), b"a\nb\nc\n")
        self.assertEqual(self.group(), b"")
        self.produce(b"d\n")
        self.assertEqual(self.group(), b"d\n")

    def test_what_is_printed_is_committed_and_nothing_else(self):
        self.produce(b"a\nb\nc\nd\n")
        self.assertEqual(self.group("--count", "1"), b"a\n")
        self.assertEqual(self.group("--count", "2"), b"b\nc\n")
        self.assertEqual(self.group(), b"d\n")

    def test_a_signal_commits_and_leaves(self):
        self.produce(b"a\nb\n")
        with Command(*self.words("consume", "--group", "g", "--from-beginning")) as reader:
            self.assertTrue(reader.has_printed(b"a\nb\n"))
            self.assertEqual(reader.stop(), 0, reader.err)
        self.produce(b"c\n")
        began = time.monotonic()
        self.assertEqual(self.group("--count", "1"), b"c\n")
        self.assertLess(time.monotonic() - began, 10)  # Who has not left stays for 45 s.

    def test_what_nobody_could_read_is_not_committed(self):
        self.produce(b"a\nb\n")
        with closed_pipe() as nobody, \
                Command(*self.words("consume", "--group", "g", "--from-beginning"), stdout=nobody) as reader:
            self.assertEqual(reader.ended(), 0, reader.err)
        self.assertEqual(self.group(), b"a\nb\n")

    def test_commits_go_on_while_it_reads(self):
        self.produce(b"a\n")
        with Command(*self.words("consume", "--group", "g", "--from-beginning", "-X", "auto.commit.interval.ms=100",
                                 "-X", "session.timeout.ms=500", "-X", "heartbeat.interval.ms=100")) as reader:
            self.assertTrue(reader.has_printed(b"a\n"))
            time.sleep(0.5)
            reader.process.kill()
        self.assertEqual(self.group(), b"")

    def test_without_auto_commit_nothing_is_committed(self):
        self.produce(b"a\n")
        for _ in range(2):
            self.assertEqual(self.group("-X", "enable.auto.commit=false"), b"a\n")

    def test_two_members_share(self):
        group = ("consume", "--group", "g", "--from-beginning", "-X", "heartbeat.interval.ms=100")
        with Command(*self.words(*group, topic="wide")) as one, Command(*self.words(*group, topic="wide")) as two:
            end, sent = time.monotonic() + PATIENCE, 0
            while not (one.out and two.out) and time.monotonic() < end:
                self.produce(b"%d" % sent, "--partition", str(sent % 3), topic="wide")
                sent += 1
            self.assertTrue(one.out and two.out)
            self.assertEqual((one.stop(), two.stop()), (0, 0), one.err + two.err)
            # What moved from one to the other was committed first.
            seen = sorted(int(line) for line in (one.out + two.out).splitlines())
        self.assertEqual(seen + [int(line) for line in self.group(topic="wide").splitlines()], list(range(sent)))

    def test_a_pattern_takes_every_topic_whose_name_begins_like_that(self):
        for topic in ("orders-1", "orders-2", "old-orders", "a.b", "axb"):
            self.produce(topic.encode(), topic=topic)
        for words, expected in ((("^orders-",), "orders-1 orders-2"), (("^orders-1$", "old-orders"), "old-orders orders-1"),
                                (("^.*orders", "a.b"), "a.b old-orders orders-1 orders-2")):
            with self.subTest(words):
                options = [option for word in words for option in ("--topic", word)]
                seen = self.all_of("--group", "of " + expected, *options, topic=None)
                self.assertEqual(sorted(seen.decode().split()), expected.split())

    def test_a_pattern_takes_topics_that_come_later(self):
        with Command(*self.words("consume", "--group", "g", "--from-beginning", "-X", "metadata.max.age.ms=200",
                                 topic="^later")) as reader:
            time.sleep(0.3)
            self.produce(b"here\n", topic="later-1")
            self.assertTrue(reader.has_printed(b"here\n"))
            self.assertEqual(reader.stop(), 0, reader.err)


class BadUsage(unittest.TestCase):
    PRODUCE = ("produce", "--bootstrap", "127.0.0.1:1", "--topic", "t")
    CONSUME = ("consume", "--bootstrap", "127.0.0.1:1", "--topic", "t")

    def test_it_is_status_2_and_names_what_is_wrong(self):
        for named, *words in (
                ("--bootstrap", "produce", "--topic", "t"), ("--topic", "produce", "--bootstrap", "a:1"),
                ("--bootstrap", "consume", "--topic", "t"), ("--topic", "consume", "--bootstrap", "a:1"),
                ("bootstrap.servers", "consume", "--topic", "t", "--bootstrap", "nonsense"),
                ("--nope", *self.PRODUCE, "--nope"), ("--nope", *self.CONSUME, "--nope"),
                ("-X linger", *self.PRODUCE, "-X", "linger"), ("no.such.key", *self.PRODUCE, "-X", "no.such.key=1"),
                ("linger.ms", *self.PRODUCE, "-X", "linger.ms=soon"), ("compression.type", *self.PRODUCE, "-z", "zip"),
                ("-z", *self.PRODUCE, "-z", "gzip", "-X", "compression.codec=lz4"), ("acks", *self.PRODUCE, "--acks", "2"),
                ("-H", *self.PRODUCE, "-H", "=value"), ("--partition", *self.PRODUCE, "--partition=-1"),
                ("--key-separator", *self.PRODUCE, "--key-separator", "\\q"), ("--key-separator", *self.PRODUCE, "--key-separator", ""),
                ("--timeout", *self.PRODUCE, "--timeout", "5"), ("--timeout", *self.CONSUME, "--timeout", "soon"),
                ("-o", *self.PRODUCE, "-o", "xml"), ("--idle-exit", *self.CONSUME, "--idle-exit", "1d"),
                ("--idle-exit", *self.CONSUME, "--idle-exit", "99999999999999h"),
                ("--count", *self.CONSUME, "--count", "many"), ("-f", *self.CONSUME, "-f", "%x"), ("-f", *self.CONSUME, "-f", "%"),
                ("-f", *self.CONSUME, "-f", "\\x4"), ("-f and -o json", *self.CONSUME, "-f", "%s", "-o", "json"),
                ("--offset", *self.CONSUME, "--offset", "tomorrow"), ("--offset", *self.CONSUME, "--offset", "2024-13-01"),
                ("--offset", *self.CONSUME, "--offset", "1", "--from-beginning"),
                ("--offset", *self.CONSUME, "--offset", "1", "--group", "g"),
                ("--partition", *self.CONSUME, "--partition", "1", "--group", "g"),
                ("--group", *self.CONSUME, "--topic", "^a"), ("subscribe_pattern", *self.CONSUME, "--topic", "^(", "--group", "g"),
                ("--group", *self.CONSUME, "--group", "g", "-X", "group.id=h")):
            with self.subTest(words=words):
                status, out, err = run(*words)
                self.assertEqual((status, out), (2, b""), err)
                self.assertIn(named, err)

    def test_help_names_every_option(self):
        for command, options in (("produce", "--bootstrap --topic --key-separator --partition -H -z -X --acks -o -Z --null-value --timeout"),
                                 ("consume", "--bootstrap --topic --group --partition --from-beginning --offset --count --idle-exit -f "
                                  "-X -o --timeout")):
            status, out, _ = run(command, "--help")
            self.assertEqual(status, 0)
            for option in options.split():
                self.assertRegex(out.decode(), rf"(?m)^ +.*{re.escape(option)}\b")


class BrokerGone(unittest.TestCase):
    """It ends by its time-out and tells what it waited for."""

    def setUp(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.nobody = f"127.0.0.1:{free.getsockname()[1]}"

    def check(self, *words, given=b""):
        began = time.monotonic()
        status, out, err = run(*words, given=given)
        self.assertEqual((status, out), (1, b""), err)
        self.assertLess(time.monotonic() - began, PATIENCE)
        self.assertIn(self.nobody, err)
        return err

    def test_nobody_listens(self):
        for command, given in (("produce", b"a\n"), ("consume", b"")):
            with self.subTest(command):
                self.check(command, "--bootstrap", self.nobody, "--topic", "t", "--timeout", "600ms", given=given)
        err = self.check("consume", "--bootstrap", self.nobody, "--topic", "t", "--timeout", "600ms", "--group", "g")
        self.assertIn("group g", err)

    def test_a_signal_ends_the_wait(self):
        for words in (("consume",), ("consume", "--group", "g")):
            with self.subTest(words), Command(*words, "--bootstrap", self.nobody, "--topic", "t") as command:
                self.assertTrue(comes_true(lambda: command.handles(signal.SIGINT)))
                time.sleep(0.5)  # To be waiting, where it is quick enough.
                began = time.monotonic()
                self.assertEqual(command.stop(), 0, command.err)
                self.assertLess(time.monotonic() - began, 5)

    def test_it_goes_away(self):
        with BrokerUnderTest(PROGRAM, "--port", "0", "--topic", "t:1") as broker:
            self.nobody = f"{broker.host}:{broker.port}"
            alone, member = (Command("consume", "--bootstrap", self.nobody, "--topic", "t", "--from-beginning", "--timeout", "3s",
                                     "--idle-exit", "1s", *more) for more in ((), ("--group", "g")))
            with alone, member, Command("produce", "--bootstrap", self.nobody, "--topic", "t", "--timeout", "3s",
                                        stdin=subprocess.PIPE) as writer:
                writer.process.stdin.write(b"a\n")
                writer.process.stdin.flush()
                self.assertTrue(alone.has_printed(b"a\n") and member.has_printed(b"a\n"))
                broker.process.kill()
                broker.process.wait()
                writer.process.stdin.write(b"b\n")
                writer.process.stdin.close()
                for command in (alone, member, writer):
                    self.assertEqual(command.ended(), 1, command.err)
                    self.assertRegex(command.err.decode(), r"(?i)waited for|timed out|not delivered")
                self.assertIn("line 2", writer.err.decode())
                self.assertIn("1 of 2 records", writer.err.decode())


class Terminal(WithBroker):
    """Progress is for people: on a terminal, and when it takes long."""

    def on_a_terminal(self, *words, lines):
        ours, theirs = pty.openpty()
        with Command(*words, stdin=subprocess.PIPE, stderr=theirs) as command:
            os.close(theirs)
            for line in lines:
                command.process.stdin.write(line)
                command.process.stdin.flush()
                time.sleep(0.1)
            command.process.stdin.close()
            self.assertEqual(command.ended(), 0)
            shown = b""
            try:
                while piece := os.read(ours, 65536):
                    shown += piece
            except OSError:
                pass  # The terminal's other end is closed.
        os.close(ours)
        return shown.decode()

    def test_a_long_command_shows_its_rate(self):
        self.assertRegex(self.on_a_terminal(*self.words("produce"), lines=[b"x\n"] * 10), r"\rsent 10 records, 0\.0 MB in .* records/s")

    def test_a_short_one_shows_nothing(self):
        self.assertEqual(self.on_a_terminal(*self.words("produce"), lines=[b"x\n"]), "")


def closed_pipe():
    """The writing end of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "wb")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
