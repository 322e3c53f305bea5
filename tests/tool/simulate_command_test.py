#!/usr/bin/env python3
"""simulate_command_test.py PROGRAM: what a shell sees of `cohort simulate` and `cohort trace`."""
import json
import pathlib
import re
import sys
import tempfile
import unittest

import shell

PROGRAM = ""
PATIENCE = 60  # Seconds, on a busy machine, with sanitizers.


def run(*words):
    return shell.run([PROGRAM, *words], PATIENCE)


def summary(*words):
    status, out, err = run("simulate", *words)
    assert status == 0, err
    return json.loads(out.splitlines()[-1])


class Simulate(unittest.TestCase):
    def test_the_last_line_sums_up(self):
        status, out, err = run("simulate", "--seeds", "1..4")
        self.assertEqual((status, err), (0, ""))
        last = json.loads(out.splitlines()[-1])
        self.assertEqual((last["seeds"], last["violations"], last["scenario"]), (4, 0, "group"))
        self.assertRegex(last["digest"], "^[0-9a-f]{16}$")
        self.assertGreater(last["seconds"], 0)
        self.assertGreater(last["events"], 0)

    def test_the_digest_depends_on_scenario_and_seeds_and_not_on_the_jobs(self):
        digest = summary("--seeds", "1..6", "--jobs", "1")["digest"]
        self.assertEqual(summary("--seeds", "1..6", "--jobs", "3")["digest"], digest)
        self.assertNotEqual(summary("--seeds", "2..7", "--jobs", "3")["digest"], digest)
        self.assertNotEqual(summary("--seeds", "1..6", "--scenario", "eager")["digest"], digest)

    def test_one_number_is_one_seed(self):
        self.assertEqual(summary("--seeds", "5")["seeds"], 1)

    def test_the_list_has_every_scenario(self):
        status, out, _ = run("simulate", "--list")
        self.assertEqual(status, 0)
        names = [line.split()[0] for line in out.splitlines()[1:]]
        self.assertIn("group", names)
        for name in names:
            with self.subTest(name=name):
                self.assertEqual(summary("--seeds", "1", "--scenario", name)["scenario"], name)

    def test_an_interrupt_ends_it_with_what_was_done(self):
        status, out, err = shell.interrupted([PROGRAM, "simulate", "--seeds", "1..1000000000"], PATIENCE)
        self.assertEqual((status, err), (0, ""))
        last = json.loads(out.splitlines()[-1])
        self.assertTrue(last["stopped"])
        self.assertGreater(last["seeds"], 0)

    def test_what_cannot_be_is_bad_usage(self):
        for named, *words in (
                ("--seeds", "simulate", "--seeds", "x"), ("--seeds", "simulate", "--seeds", "5..1"),
                ("--seeds", "simulate", "--seeds", "1.."), ("group", "simulate", "--scenario", "none"),
                ("--jobs", "simulate", "--jobs", "0"), ("-o", "simulate", "-o", "yaml"), ("--seed", "trace"),
                ("--seed", "trace", "--seed", "x"), ("group", "trace", "--seed", "1", "--scenario", "none"),
                ("--steps", "trace", "--seed", "1", "--steps", "4000"), ("--steps", "trace", "--seed", "1", "--steps", "8,3")):
            with self.subTest(words=words):
                status, out, err = run(*words)
                self.assertEqual((status, out), (2, ""), err)
                self.assertIn(named, err)


class Trace(unittest.TestCase):
    def test_it_tells_what_happens_and_the_digest(self):
        status, out, err = run("trace", "--seed", "7")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"(?m)^ +0\.000 s  m1 +starts, with ")
        self.assertRegex(out, r"(?m)^ +\d+\.\d{3} s  broker +generation_formed ")
        self.assertRegex(out, r"digest [0-9a-f]{16}\n$")
        self.assertNotIn("JoinGroupRequest{", out)

    def test_messages_are_told_when_they_are_wanted(self):
        _, out, _ = run("trace", "--seed", "7", "--messages")
        self.assertRegex(out, r"m1 +-> broker v\d+ JoinGroupRequest\{")

    def test_the_steps_may_be_fewer(self):
        def steps(*words):
            return [int(each) for each in re.findall(r"-- step (\d+):", run("trace", "--seed", "7", *words)[1])]
        self.assertEqual(steps("--steps", "3,8"), [3, 8])
        self.assertEqual(steps("--steps", "none"), [])
        self.assertEqual(steps(), list(range(len(steps()))))

    def test_json_is_one_object(self):
        status, out, _ = run("trace", "--seed", "7", "-o", "json")
        self.assertEqual(status, 0)
        trace = json.loads(out)
        self.assertEqual((trace["scenario"], trace["seed"], trace["violation"]), ("group", 7, None))
        for field in ("processes", "entries", "messages", "ownerships", "generations"):
            self.assertTrue(trace[field], field)

    def test_the_page_goes_to_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "storm.html"
            status, out, _ = run("trace", "--seed", "7", "--html", str(page))
            self.assertEqual((status, out), (0, ""))
            self.assertTrue(page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>"))
            status, _, err = run("trace", "--seed", "7", "--html", str(pathlib.Path(folder) / "no" / "where.html"))
            self.assertEqual(status, 1)
            self.assertIn("where.html", err)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
