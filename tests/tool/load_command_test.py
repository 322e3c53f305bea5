#!/usr/bin/env python3
"""load_command_test.py PROGRAM: what a shell sees of `cohort load`, against `cohort serve`. No test asserts a time."""
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import shell
from broker_under_test import BrokerUnderTest

PROGRAM = ""
PATIENCE = 120  # Seconds, on a busy machine, with sanitizers.


def run(*words):
    return shell.run([PROGRAM, *words], PATIENCE)


class WithBroker(unittest.TestCase):
    """One broker for all tests of a class."""
    HTTP = "off"

    @classmethod
    def setUpClass(cls):
        cls.broker = BrokerUnderTest(PROGRAM, "--port", "0", "--http", cls.HTTP)
        cls.bootstrap = f"{cls.broker.host}:{cls.broker.port}"
        cls.pid = str(cls.broker.process.pid)

    @classmethod
    def tearDownClass(cls):
        cls.broker.stop()

    def load(self, *words, warmup="0"):
        return run("load", "--bootstrap", self.bootstrap, "--warmup", warmup, *words)

    def result(self, *words, warmup="0"):
        status, out, err = self.load("-o", "json", *words, warmup=warmup)
        result = json.loads(out)
        self.assertEqual((status, result["failed"], result["stopped"]), (0, False, False), err)
        return result

    def names(self, what):
        """Of the topics or groups that are there."""
        status, out, err = run(what, "--bootstrap", self.bootstrap, "list", "-o", "json")
        self.assertEqual(status, 0, err)
        return sorted(each[what.removesuffix("s")] for each in json.loads(out)[what])

    def check_latency(self, metrics, name):
        values = [metrics[f"{name}_{word}_us"] for word in ("p50", "p90", "p99", "p99_9", "max")]
        self.assertEqual(values, sorted(values))
        self.assertGreater(values[0], 0)


class Workloads(WithBroker):
    def test_produce_delivers_each_record(self):
        result = self.result("--pid", self.pid, "produce", "--records", "5000", "--record-size", "50", "--compression", "lz4",
                             "--acks", "1", "--producers", "2")
        self.assertEqual(result["workload"], "produce")
        self.assertEqual((result["settings"]["compression"], result["settings"]["acks"]), ("lz4", "1"))
        metrics = result["medians"]
        self.assertEqual((metrics["records"], metrics["failed_records"]), (5000, 0))
        self.check_latency(metrics, "delivery")
        for name in ("seconds", "records_per_second", "mb_per_second", "client_cpu_seconds", "broker_peak_bytes"):
            self.assertGreater(metrics[name], 0, name)
        for name in ("broker_cpu_seconds", "broker_cpu_seconds_per_gb", "broker_growth_bytes"):
            self.assertIn(name, metrics)
        self.assertEqual(result["histograms"]["delivery"]["count"], 5000)

    def test_batches_may_hold_one_record(self):
        self.assertEqual(self.result("produce", "--records", "500", "--batch-records", "1")["medians"]["records"], 500)

    def test_rounds_are_all_there_and_a_warmup_is_not(self):
        result = self.result("produce", "--records", "100", "--rounds", "3", warmup="0.05")
        self.assertEqual([round_["metrics"]["records"] for round_ in result["rounds"]], [100, 100, 100])

    def test_consume_reads_all(self):
        result = self.result("consume", "--records", "5000", "--consumers", "2", "--records-per-batch", "10", "--rounds", "2")
        self.assertEqual([round_["metrics"]["records"] for round_ in result["rounds"]], [5000, 5000])
        self.check_latency(result["medians"], "poll")

    def test_latency_is_of_each_record(self):
        result = self.result("latency", "--records", "200", "--rate", "500", "--producers", "2", "--consumers", "2")
        self.assertEqual((result["medians"]["records"], result["medians"]["missing_records"]), (200, 0))
        self.assertEqual(result["histograms"]["latency"]["count"], 200)
        self.check_latency(result["medians"], "latency")

    def test_what_others_write_to_the_topic_is_not_counted(self):
        self.assertEqual(run("topics", "--bootstrap", self.bootstrap, "create", "shared")[0], 0)
        other = [PROGRAM, "load", "--bootstrap", self.bootstrap, "--warmup", "0", "--topic", "shared", "latency", "--seconds", "600"]
        with subprocess.Popen(other, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                while self.load("--topic", "shared", "consume")[0] == 1:  # Nothing is in it.
                    self.assertIsNone(process.poll())
                result = self.result("--topic", "shared", "latency", "--records", "300")
            finally:
                process.terminate()
        self.assertEqual((result["medians"]["records"], result["medians"]["missing_records"]), (300, 0))
        self.assertEqual(run("topics", "--bootstrap", self.bootstrap, "delete", "shared")[0], 0)

    def test_a_rate_that_cannot_be_held_fails(self):
        status, out, err = self.load("-o", "json", "latency", "--rate", "10000000", "--seconds", "60", "--most-behind", "0.05")
        self.assertEqual(status, 1)
        self.assertIn("can't be held", err)
        self.assertTrue(json.loads(out)["failed"])

    def test_rebalance_times_each_step(self):
        for assignor in ("range", "cooperative-sticky"):
            with self.subTest(assignor=assignor):
                result = self.result("-X", f"partition.assignment.strategy={assignor}", "rebalance", "--consumers", "2",
                                     "--session-timeout", "1s", "--heartbeat-interval", "50ms", "--rounds", "2")
                for round_ in result["rounds"]:
                    for step in ("form_ms", "join_ms", "leave_ms", "death_ms"):
                        self.assertGreater(round_["metrics"][step], 0, step)

    def test_a_group_that_does_not_settle_in_time_fails(self):
        status, out, err = self.load("--timeout", "300ms", "-o", "json", "rebalance", "--rounds", "1", "--session-timeout", "3s")
        self.assertEqual(status, 1)
        self.assertIn("the group did not settle in time", err)
        self.assertTrue(json.loads(out)["failed"])

    def test_soak_checks_every_record_while_members_come_leave_and_die(self):
        status, out, err = self.load("-o", "json", "--pid", self.pid, "soak", "--seconds", "5", "--rate", "500", "--change-every",
                                     "0.9", "--report-every", "1", "--session-timeout", "500ms", "--heartbeat-interval", "50ms",
                                     "--producers", "2")
        self.assertEqual(status, 0, err)
        metrics = json.loads(out)["medians"]
        self.assertEqual((metrics["records"], metrics["written_records"]), (2500, 2500))
        for name in ("lost", "unread", "unwritten", "doubled", "out_of_order"):
            self.assertEqual(metrics[name + "_records"], 0, name)
        self.assertGreaterEqual(metrics["group_changes"], 4)
        self.assertIn("broker_last_bytes", metrics)
        self.assertRegex(err, r"(?m)^ +1 s  sent \d+  read \d+ ")

    def test_the_table_has_metrics_and_a_drawing(self):
        status, out, err = self.load("latency", "--records", "50", "--rate", "500")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"(?m)^latency: partitions=6 records=50 ")
        self.assertRegex(out, r"(?m)^latency_p99_us +[\d.]+ (us|ms|s)$")
        self.assertRegex(out, r"(?m)^ +[\d.]+ \ws to +[\d.]+ \ws +[\d.]+ %  #+$")

    def test_several_rounds_show_their_spread(self):
        _, out, _ = self.load("--rounds", "2", "produce", "--records", "50")
        self.assertRegex(out, r"(?m)^METRIC +MEDIAN +LEAST +MOST$")


class Traces(WithBroker):
    """What a load leaves behind."""

    def test_topics_and_groups_go_at_the_end_unless_they_are_kept(self):
        before = self.names("groups")  # Of a load that was interrupted.
        self.result("rebalance", "--rounds", "1", "--session-timeout", "500ms", "--heartbeat-interval", "50ms")
        self.result("consume", "--records", "10")
        self.assertEqual((self.names("topics"), self.names("groups")), ([], before))
        self.result("--keep", "rebalance", "--rounds", "1", "--session-timeout", "500ms", "--heartbeat-interval", "50ms")
        self.assertEqual((len(self.names("topics")), len(self.names("groups"))), (1, len(before) + 1))
        for what in ("topics", "groups"):
            made = set(self.names(what)).difference(before)
            self.assertEqual(run(what, "--bootstrap", self.bootstrap, "delete", *made)[0], 0)

    def test_a_topic_that_is_there_is_used_and_stays(self):
        self.assertEqual(run("topics", "--bootstrap", self.bootstrap, "create", "there", "--partitions", "2")[0], 0)
        self.result("--topic", "there", "produce", "--records", "70")
        result = self.result("--topic", "there", "consume")
        self.assertEqual((result["medians"]["records"], result["settings"]), (70, {"topic": "there", "consumers": "1"}))
        self.assertEqual(self.load("--topic", "there", "consume", "--records", "5")[0], 2)
        self.assertIn("there", self.names("topics"))
        self.assertEqual(run("topics", "--bootstrap", self.bootstrap, "delete", "there")[0], 0)

    def test_a_topic_that_is_not_there_is_not_made(self):
        status, _, err = self.load("--topic", "nowhere", "produce", "--records", "1")
        self.assertEqual(status, 1)
        self.assertIn("nowhere", err)
        self.assertEqual(self.names("topics"), [])

    def test_an_interrupt_ends_it_with_what_was_measured(self):
        for words in (("produce", "--seconds", "600"), ("latency", "--seconds", "600"), ("soak", "--seconds", "600"),
                      ("rebalance", "--rounds", "100", "--session-timeout", "500ms", "--heartbeat-interval", "50ms")):
            with self.subTest(words=words):
                command = [PROGRAM, "load", "--bootstrap", self.bootstrap, "-o", "json", "--warmup", "0", *words]
                status, out, err = shell.interrupted(command, PATIENCE)
                self.assertEqual(status, 0, err)
                result = json.loads(out)
                self.assertEqual((result["stopped"], result["failed"]), (True, False))
                self.assertTrue(result["medians"])
                self.assertEqual(self.names("topics"), [])

    def test_a_broker_that_goes_is_a_failure(self):
        for workload in ("produce", "latency", "soak"):
            with self.subTest(workload=workload), BrokerUnderTest(PROGRAM, "--port", "0", "--http", "off") as broker:
                command = [PROGRAM, "load", "--bootstrap", f"{broker.host}:{broker.port}", "-o", "json", "--timeout", "1s",
                           "--warmup", "0", workload, "--seconds", "5"]
                with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                    try:
                        with self.assertRaises(subprocess.TimeoutExpired):
                            process.wait(timeout=1)
                        broker.process.kill()
                        out, _ = process.communicate(timeout=PATIENCE)
                    finally:
                        process.kill()
                self.assertEqual((process.returncode, json.loads(out)["failed"]), (1, True))


class Faults(WithBroker):
    """A broker that does not do as it is told."""
    HTTP = "0"

    def rule(self, api, action, **when):
        rule = self.ask("POST", "/v1/faults", {"match": {"api": api}, "action": action, **when})
        self.addCleanup(self.ask, "DELETE", f"/v1/faults/{rule['id']}")

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.broker.http_host, self.broker.http_port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request(method, path, json.dumps(body or {}))
        return json.loads(connection.getresponse().read() or "null")

    def test_a_topic_that_can_not_be_deleted_is_named(self):
        self.rule("DeleteTopics", {"error": "TOPIC_AUTHORIZATION_FAILED"})
        status, _, err = self.load("produce", "--records", "5")
        self.assertEqual(status, 0)
        self.assertRegex(err, r"cohort: topic load-\w+ was not deleted: TOPIC_AUTHORIZATION_FAILED")

    def test_a_soak_tells_what_was_refused_from_what_was_lost(self):
        self.rule("Produce", {"error": "MESSAGE_TOO_LARGE"}, nth=20, times=3)
        status, out, err = self.load("-o", "json", "soak", "--seconds", "1", "--rate", "200")
        self.assertEqual(status, 1)
        metrics = json.loads(out)["medians"]
        self.assertGreater(metrics["unwritten_records"], 0)
        self.assertEqual((metrics["lost_records"], metrics["unread_records"]), (0, 0))
        self.assertIn("cohort: MESSAGE_TOO_LARGE", err)

    def test_a_soak_goes_on_where_records_can_not_be_deleted(self):
        self.rule("DeleteRecords", {"error": "TOPIC_AUTHORIZATION_FAILED"})
        status, out, err = self.load("-o", "json", "soak", "--seconds", "13", "--rate", "50", "--report-every", "0.5",
                                     "--session-timeout", "300ms", "--heartbeat-interval", "50ms")
        self.assertEqual((status, json.loads(out)["medians"]["records"]), (1, 650))
        self.assertEqual(err.count("TOPIC_AUTHORIZATION_FAILED"), 1)

    def test_who_interrupts_it_does_not_wait_for_a_broker_that_is_silent(self):
        self.rule("Produce", {"hold": "before"})
        for workload in (("produce", "--records", "1000"), ("soak", "--seconds", "600")):
            with self.subTest(workload=workload):
                command = [PROGRAM, "load", "--bootstrap", self.bootstrap, "-o", "json", "--warmup", "0", "--timeout", "1000s"]
                _, out, err = shell.interrupted([*command, *workload], PATIENCE)
                self.assertTrue(json.loads(out)["stopped"], err)

    def test_a_topic_whose_offsets_have_gaps_is_read_to_its_end(self):
        self.assertEqual(run("topics", "--bootstrap", self.bootstrap, "create", "gaps", "--config", "cleanup.policy=compact")[0], 0)
        for _ in range(3):
            self.ask("POST", "/v1/topics/gaps/records", {"partition": 0, "records": [{"key": "a", "value": "b"}]})
        self.ask("POST", "/v1/topics/gaps/compact")
        status, out, err = self.load("--timeout", "5s", "-o", "json", "--topic", "gaps", "consume")
        self.assertEqual(status, 0, err)
        self.assertLess(json.loads(out)["medians"]["records"], 3)


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, workload="produce", partitions="6", values=(1.0,)):
        rounds = [{"metrics": {"records_per_second": value}, "failures": []} for value in values]
        path = self.folder / name
        path.write_text(json.dumps({"workload": workload, "name": "", "settings": {"partitions": partitions}, "rounds": rounds}),
                        encoding="utf-8")
        return str(path)

    def test_medians_stand_side_by_side_with_their_ratio(self):
        status, out, err = run("load", "compare", self.file("a.json", values=(100, 300, 200)), self.file("b.json", values=(500,)))
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"^METRIC +a +b +RATIO\nrecords_per_second +200 +500 +2\.50 x\n$")

    def test_json_has_the_same(self):
        status, out, _ = run("load", "compare", "-o", "json", self.file("a.json", values=(2,)), self.file("b.json", values=(3,)))
        self.assertEqual(status, 0)
        self.assertEqual(json.loads(out)["metrics"]["records_per_second"], {"medians": [2, 3], "ratios": [1, 1.5]})

    def test_other_settings_are_named_and_refused_unless_wanted(self):
        files = self.file("a.json"), self.file("b.json", partitions="1")
        status, out, err = run("load", "compare", *files)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("b: partitions 1, not 6", err)
        status, out, _ = run("load", "compare", "--any-settings", *files)
        self.assertEqual(status, 0)
        self.assertIn("b: partitions 1, not 6", out)

    def test_what_failed_or_was_stopped_is_said_beside_its_figures(self):
        good, bad = self.file("a.json"), self.folder / "b.json"
        bad.write_text(json.dumps({"workload": "produce", "name": "", "settings": {"partitions": "6"}, "rounds": [
            {"metrics": {"records_per_second": 1}, "failures": ["it burned"], "stopped": True}]}), encoding="utf-8")
        _, out, _ = run("load", "compare", good, str(bad))
        self.assertRegex(out, r"\n\nb failed: it burned\nb was stopped\n$")
        comparison = json.loads(run("load", "compare", "-o", "json", good, str(bad))[1])
        self.assertEqual((comparison["failed"], comparison["stopped"]), ([False, True], [False, True]))

    def test_a_loss_has_no_ratio(self):
        for values in ((-1, 2), (2, -1), (0, 1)):
            _, out, _ = run("load", "compare", "-o", "json", *(self.file(f"{v}.json", values=(v,)) for v in values))
            self.assertIsNone(json.loads(out)["metrics"]["records_per_second"]["ratios"][1], values)

    def test_another_workload_is_refused(self):
        status, _, err = run("load", "compare", self.file("a.json"), self.file("b.json", workload="consume"))
        self.assertEqual(status, 2)
        self.assertIn("b: consume, not produce", err)

    def test_what_is_no_result_is_named(self):
        (self.folder / "c.json").write_text("{}", encoding="utf-8")
        for name in ("c.json", "nowhere.json"):
            status, _, err = run("load", "compare", str(self.folder / name))
            self.assertEqual(status, 1)
            self.assertIn(name, err)


class BadUsage(unittest.TestCase):
    def test_what_cannot_be_is_bad_usage(self):
        for named, *words in (
                ("--bootstrap", "produce"), ("subcommand", "--bootstrap", "x:1"), ("--records", "produce", "--records", "0"),
                ("--rate", "produce", "--rate", "5"), ("--rate", "latency", "--rate", "0"), ("-o", "-o", "yaml", "produce"),
                ("compression", "--bootstrap", "x:1", "produce", "--compression", "rar"),
                ("--record-size", "--bootstrap", "x:1", "latency", "--record-size", "8"),
                ("--pid", "--bootstrap", "x:1", "--pid", "1073741824", "produce"),
                ("foo", "--bootstrap", "x:1", "-X", "foo=1", "produce"),
                ("group.id", "--bootstrap", "x:1", "-X", "group.id=g", "rebalance"),
                ("--timeout", "--bootstrap", "x:1", "--timeout", "5", "produce"),
                ("--topic", "--bootstrap", "x:1", "--topic", "t", "soak"),
                ("--partitions", "--bootstrap", "x:1", "--topic", "t", "--partitions", "2", "produce"),
                ("--consumers", "--bootstrap", "x:1", "rebalance", "--consumers", "1"),
                ("--pid", "--bootstrap", "x:1", "--pid", "abc", "produce"),
                ("--records", "--bootstrap", "x:1", "produce", "--records", "-1"),
                ("--records", "--bootstrap", "x:1", "produce", "--records", "99999999999999999999"),
                ("--seconds", "--bootstrap", "x:1", "produce", "--seconds", "nan"),
                ("--rate", "--bootstrap", "x:1", "latency", "--rate", "NaN"),
                ("--most-behind", "--bootstrap", "x:1", "latency", "--most-behind", "nan"),
                ("--warmup", "--bootstrap", "x:1", "--warmup", "nan", "produce"),
                ("--change-every", "--bootstrap", "x:1", "soak", "--change-every", "nan"),
                ("--report-every", "--bootstrap", "x:1", "soak", "--report-every", "nan")):
            with self.subTest(words=words):
                status, out, err = run("load", *words)
                self.assertEqual((status, out), (2, ""), err)
                self.assertIn(named, err)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
