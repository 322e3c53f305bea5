#!/usr/bin/env python3
"""conform_command_test.py PROGRAM: what a shell sees of `cohort conform`: against itself, a broker at an address, brokers
that it starts, and things that are no broker. Loopback and free ports only."""
import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import xml.etree.ElementTree

import shell
from broker_under_test import BrokerUnderTest

PROGRAM = ""
PATIENCE = 150  # Seconds, on a busy machine, with sanitizers.
# With a sanitizer sixteen cases at a time are so much for a broker of one thread that it may not answer within 5 s.
TOGETHER = ("--jobs", "3") if os.environ.get("COHORT_SLOW") else ()
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("KAFKA_")}
AREAS = ("wire", "metadata", "topics", "configs", "produce", "fetch", "fetch_session", "list_offsets", "delete_records",
         "join", "sync", "heartbeat", "leave", "static", "commit", "offset_fetch", "admin_groups", "idempotence", "txn")
SETTINGS = ("-c", "group.initial.rebalance.delay.ms=0", "-c", "group.min.session.timeout.ms=1",
            "-c", "transaction.abort.timed.out.transaction.cleanup.interval.ms=200")


def run(*words, seconds=PATIENCE):
    return shell.run([PROGRAM, "conform", *words], seconds, CLEAN)


def run_json(*words):
    status, out, err = run(*words, "-o", "json")
    return status, json.loads(out), err


def is_running(pid):
    """Not gone, and not only waiting for its parent."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


class InVirtualTime(unittest.TestCase):
    def test_every_case_passes_or_waits_for_what_cohort_does_not_have(self):
        status, report, err = run_json()
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(report["summary"]["failed"], 0)
        self.assertEqual(report["summary"]["skipped"], 0)
        self.assertGreater(report["summary"]["passed"], 399)
        self.assertEqual(sum(report["summary"].values()), len(report["cases"]))
        self.assertEqual(set(report["areas"]), set(AREAS))

    def test_two_runs_differ_in_their_times_only(self):
        def outcome(report):
            return [(case["id"], case["outcome"]) for case in report["cases"]]
        self.assertEqual(outcome(run_json("--jobs", "1")[1]), outcome(run_json("--jobs", "7")[1]))

    def test_only_takes_patterns(self):
        _, report, _ = run_json("--only", "join/*", "--only", "sync/leader_v?")
        self.assertEqual({case["id"].split("/")[0] for case in report["cases"]}, {"join", "sync"})
        self.assertTrue(all(case["id"].startswith(("join/", "sync/leader_v")) for case in report["cases"]))

    def test_as_version_leaves_out_what_that_kafka_does_otherwise(self):
        status, report, _ = run_json("--as-version", "2.4")
        self.assertEqual((status, report["summary"]["failed"]), (0, 0))
        self.assertGreater(report["summary"]["skipped"], 20)
        self.assertGreater(report["summary"]["passed"], 200)

    def test_the_table_ends_with_the_summary(self):
        status, out, _ = run("--only", "heartbeat/*", "-v")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"(?m)^heartbeat/in_empty +passed +\d+\.\d\d +\S")
        self.assertRegex(out, r"(?m)^AREA +CASES +PASSED +FAILED +UNSUPPORTED +SKIPPED$")
        self.assertRegex(out, r"\d+ passed, 0 failed, 0 unsupported, 0 skipped in \d+\.\d s\n$")

    def test_the_list_has_titles_and_sources(self):
        status, out, _ = run("--list", "--only", "join/first_member_v5")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"(?m)^join/first_member_v5 +\S.*recorded from Apache Kafka 3\.9\.0")

    def test_explain_says_what_is_sent_and_what_must_come(self):
        status, out, _ = run("--explain", "heartbeat/unknown_group")
        self.assertEqual(status, 0)
        self.assertIn("Heartbeat", out)
        self.assertIn("25 (UNKNOWN_MEMBER_ID)", out)

    def test_results_are_kept_and_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            files = {name: str(pathlib.Path(folder, name)) for name in ("a.json", "b.json", "page.html", "x.xml", "both.html")}
            run("--only", "heartbeat/*", "--name", "one <script>", "--json", files["a.json"], "--html", files["page.html"],
                "--junit", files["x.xml"])
            run("--only", "heartbeat/*", "--only", "leave/*", "--as-version", "2.4", "--name", "two", "--json", files["b.json"])
            status, out, err = run("report", files["a.json"], files["b.json"], "--html", files["both.html"])
            pages = [pathlib.Path(files[name]).read_text(encoding="utf-8") for name in ("page.html", "both.html")]
            suites = xml.etree.ElementTree.parse(files["x.xml"]).getroot()
            alone = run("report", files["a.json"])[1]
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"(?m)^AREA +one <script> +two$")
        self.assertRegex(out, r"(?m)^leave +- +\d+ of \d+$")
        self.assertRegex(out, r"(?m)^heartbeat/\w+ +passed +skipped$")
        for page in pages:
            self.assertNotIn("one <script>", page)
            self.assertIn("one &lt;script&gt;", page)
        self.assertEqual([suite.get("name") for suite in suites], ["heartbeat"])
        self.assertRegex(alone, r"\d+ passed, 0 failed")

    def test_a_file_that_can_t_be_written_is_told(self):
        status, _, err = run("--only", "heartbeat/*", "--json", "/no/such/folder/x.json")
        self.assertEqual(status, 1)
        self.assertIn("can't write /no/such/folder/x.json", err)

    def test_foreign_reports_do_not_steer_the_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.json")
            _, report, _ = run_json("--only", "heartbeat/unknown_group")
            report["broker"] = "\x1b[2J\x9bK\x7f"
            path.write_text(json.dumps(report), encoding="utf-8")
            for files in ((str(path),), (str(path), str(path))):
                status, out, _ = run("report", *files)
                self.assertEqual((status, [c for c in out if ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160]), (0, []))

    def test_what_cannot_be_is_bad_usage(self):
        for named, *words in (("nothing/here", "--only", "nothing/here"), ("--start", "--bootstrap", "a:1", "--start", "b"),
                              ("--as-version", "--as-version", "3.8", "--bootstrap", "a:1"),
                              ("--set", "--set", "a=b"), ("--set", "--bootstrap", "127.0.0.1:1", "--set", "a"),
                              ("HOST:PORT", "--bootstrap", "nowhere"), ("--keep", "--keep"), ("--jobs", "--jobs", "0"),
                              ("--as-version", "--as-version", "1.0"), ("-o", "-o", "yaml"), ("none/such", "--explain", "none/such"),
                              ("nowhere.json", "report", "nowhere.json"), ("FILES", "report")):
            with self.subTest(words=words):
                status, out, err = run(*words)
                self.assertEqual((status, out), (2, ""), err)
                self.assertIn(named, err)


class OverTcp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.broker = BrokerUnderTest(PROGRAM, "--port", "0", *SETTINGS, environment=CLEAN)
        cls.addClassCleanup(cls.broker.__exit__)
        cls.bootstrap = f"{cls.broker.host}:{cls.broker.port}"

    def http(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.broker.http_host, self.broker.http_port, timeout=PATIENCE)
        connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        text = response.read()
        connection.close()
        self.assertLess(response.status, 300, text)
        return json.loads(text) if text else None

    def names(self):
        topics = {topic["topic"] for topic in self.http("GET", "/v1/topics")["topics"]}
        return topics | {group["group"] for group in self.http("GET", "/v1/groups")["groups"]}

    def test_every_case_passes_and_nothing_is_left_behind(self):
        self.http("POST", "/v1/topics", {"topic": "ours", "partitions": 2})
        before = self.names()
        status, report, err = run_json("--bootstrap", self.bootstrap, *TOGETHER)
        self.assertEqual((status, err), (0, ""), [case for case in report["cases"] if case["outcome"] == "failed"])
        self.assertEqual((report["summary"]["failed"], report["summary"]["unsupported"]), (0, 0))
        self.assertEqual(report.get("left_behind", []), [])
        # What a broker makes for itself stays.
        self.assertEqual({name for name in self.names() if not name.startswith("__")}, before)

    def test_keep_leaves_what_was_made(self):
        status, _, _ = run("--bootstrap", self.bootstrap, "--only", "produce/headers", "--keep")
        self.assertEqual(status, 0)
        kept = {name for name in self.names() if not name.startswith("__") and name != "ours"}
        self.assertEqual(len(kept), 1, kept)

    def test_needs_are_read_from_the_broker_or_declared(self):
        _, report, _ = run_json("--bootstrap", self.bootstrap, "--only", "metadata/auto_create_disabled")
        self.assertEqual(report["summary"]["skipped"], 1)
        self.assertEqual(report["cases"][0]["why"], "needs auto.create.topics.enable=false, the broker has true")
        status, report, _ = run_json("--bootstrap", self.bootstrap, "--only", "metadata/auto_create_disabled",
                                     "--set", "auto.create.topics.enable=false")
        self.assertEqual((status, report["summary"]["failed"]), (1, 1))
        self.assertEqual(report["cases"][0]["differences"][0].keys(), {"path", "expected", "got"})

    def test_a_fault_rule_turns_an_area_red(self):
        made = self.http("POST", "/v1/faults", {"match": {"api": "Heartbeat"}, "action": {"error": "UNKNOWN_SERVER_ERROR"}})
        try:
            status, out, _ = run("--bootstrap", self.bootstrap, "--only", "heartbeat/*", "--only", "leave/*")
        finally:
            self.http("DELETE", f"/v1/faults/{made['id']}")
        self.assertEqual(status, 1)
        self.assertRegex(out, r"(?m)^heartbeat +(\d+) +0 +\1 +0 +0$")
        self.assertRegex(out, r"(?m)^FAILED heartbeat/in_empty: ")
        self.assertIn("error_code: expected 25 (UNKNOWN_MEMBER_ID), got -1 (UNKNOWN_SERVER_ERROR)", out)


    def test_an_api_that_breaks_before_the_cases_is_a_note_and_its_own_cases_failures(self):
        made = self.http("POST", "/v1/faults", {"match": {"api": "Heartbeat"}, "action": {"disconnect": "before"}})
        try:
            status, report, _ = run_json("--bootstrap", self.bootstrap, "--only", "wire/api*", "--only", "heartbeat/in_empty")
        finally:
            self.http("DELETE", f"/v1/faults/{made['id']}")
        self.assertEqual(status, 1)
        self.assertEqual(report["notes"], ["Heartbeat v1: connection closed by the broker"])
        self.assertEqual(report["areas"]["wire"]["failed"], 0)
        self.assertEqual(report["areas"]["heartbeat"]["failed"], 1)


class Started(unittest.TestCase):
    def test_brokers_end_with_the_suite_however_it_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            pids = pathlib.Path(folder, "pids")
            command = f"echo $$ >> '{pids}'; exec '{PROGRAM}' serve --port 0 --http off"
            with subprocess.Popen([PROGRAM, "conform", "--start", command], stdout=subprocess.DEVNULL, env=CLEAN) as process:
                until = time.monotonic() + PATIENCE
                while not (pids.exists() and pids.read_text().strip()) and time.monotonic() < until:
                    time.sleep(0.02)
                process.kill()
            started = [int(pid) for pid in pids.read_text().split()]
            while [pid for pid in started if is_running(pid)] and time.monotonic() < until:
                time.sleep(0.05)
            self.assertEqual([pid for pid in started if is_running(pid)], [])

    def test_every_case_gets_a_broker_as_it_needs_it(self):
        status, report, err = run_json("--start", f"'{PROGRAM}' serve --port 0 --http off", *TOGETHER)
        self.assertEqual((status, err), (0, ""), [case for case in report["cases"] if case["outcome"] == "failed"])
        self.assertEqual((report["summary"]["failed"], report["summary"]["skipped"]), (0, 0))

    def test_what_a_broker_dies_of_is_its_own_case_s_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "mortal.sh")
            script.write_text(f"rm -f '{folder}'/ready\n'{PROGRAM}' serve --port 0 --http off > '{folder}'/ready & broker=$!\n"
                              f"while ! [ -s '{folder}'/ready ]; do sleep 0.05; done\ncat '{folder}'/ready\n"
                              "sleep 1\nkill -9 $broker\nkill -9 $$\n", encoding="utf-8")
            status, report, _ = run_json("--start", f"exec sh '{script}'", "--jobs", "1", "--only", "heartbeat/session_expires",
                                         "--only", "join/parked_member_not_expired", "--only", "wire/*")
        self.assertEqual(status, 1)
        failed = [case for case in report["cases"] if case["outcome"] == "failed"]
        self.assertTrue(any("the broker's process ended by signal 9" in case["why"] for case in failed), failed)
        self.assertGreater(report["summary"]["passed"], 10)

    def test_a_broker_may_write_its_log_to_standard_output(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "chatty.sh")
            script.write_text(f"head -c 100000 /dev/zero | tr '\\0' x\n'{PROGRAM}' serve --port 0 --http off > '{folder}'/ready &\n"
                              f"while ! [ -s '{folder}'/ready ]; do sleep 0.05; done\ncat '{folder}'/ready\n"
                              f"head -c 1000000 /dev/zero | tr '\\0' x\ntouch '{folder}'/said\nwait\n", encoding="utf-8")
            status, _, _ = run_json("--start", f"exec sh '{script}'", "--jobs", "1", "--only", "heartbeat/session_expires")
            self.assertEqual((status, pathlib.Path(folder, "said").exists()), (0, True))

    def test_what_the_shell_started_has_time_to_end(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "careful.sh")
            script.write_text(f"trap 'sleep 0.3; touch \"{folder}/ended\"; exit' TERM\n'{PROGRAM}' serve --port 0 --http off &\n"
                              "while :; do wait; sleep 0.1; done\n", encoding="utf-8")
            status, _, _ = run_json("--start", f"sh '{script}' | cat", "--jobs", "1", "--only", "heartbeat/unknown_group")
            self.assertEqual((status, pathlib.Path(folder, "ended").exists()), (0, True))

    def test_a_command_that_is_no_broker_ends_the_run(self):
        status, out, err = run("--start", "echo hello", "--only", "heartbeat/*")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("the broker's command ended with status 0 without bootstrap=HOST:PORT", err)


class NoBroker(unittest.TestCase):
    def test_an_address_where_nobody_listens_is_told(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            status, out, err = run("--bootstrap", f"127.0.0.1:{free.getsockname()[1]}")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("can't connect to 127.0.0.1:", err)

    def test_one_that_answers_nonsense_or_nothing_ends_the_run(self):
        for says in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0\0\0\4abcd", b"\xff\xff\xff\xff", b""):
            with self.subTest(says=says), socket.create_server(("127.0.0.1", 0)) as server:
                def answer(server=server, says=says):
                    peer, _ = server.accept()
                    with peer:
                        peer.recv(100)
                        peer.sendall(says)
                        peer.recv(100)
                thread = threading.Thread(target=answer)
                thread.start()
                status, out, err = run("--bootstrap", f"127.0.0.1:{server.getsockname()[1]}")
                thread.join(PATIENCE)
                self.assertEqual((status, out), (1, ""))
                self.assertRegex(err, "^cohort: ")

    def test_an_interrupt_ends_it_with_what_was_done(self):
        with BrokerUnderTest(PROGRAM, "--port", "0", *SETTINGS, environment=CLEAN) as broker:
            words = ("--bootstrap", f"{broker.host}:{broker.port}", "--jobs", "1")
            status, out, err = shell.interrupted([PROGRAM, "conform", *words], PATIENCE, CLEAN)
        self.assertEqual((status, err), (1, ""))
        self.assertTrue(out.endswith("stopped before all cases were played\n"), out)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
