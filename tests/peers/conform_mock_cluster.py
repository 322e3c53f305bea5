#!/usr/bin/env python3
"""conform_mock_cluster.py COHORT MOCK_CLUSTER [--write FILE]: `cohort conform` against librdkafka's mock cluster, a broker
that is known not to be Kafka: the suite ends, finds what is different, and finds the same again. With --write the report
is kept, as tests/conformance/mock_cluster/report.txt is.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

SECONDS = 300
LEAST_DIFFERENCES = 15
# What the mock can't tell, for want of DescribeConfigs; its first join takes 3 s whatever is said here.
DECLARED = ("group.initial.rebalance.delay.ms=0", "group.min.session.timeout.ms=1", "node.id=1")
# Differences that stay as long as the mock is what it is: the case, and the field or the words.
KNOWN = (
    ("heartbeat/unknown_group", "error_code"),              # 69 where Kafka answers 25.
    ("commit/leader_epoch", "committed_leader_epoch"),      # Forgotten.
    ("commit/metadata_4096", "error_code"),                 # No limit.
    ("fetch_session/unknown_session", "error_code"),        # Any session will do.
    ("fetch/wait_for_data", "high_watermark"),              # A waiting Fetch is not woken.
    ("join/generation_counts", "error_code"),               # No ids first (KIP-394).
)


def play(cohort, mock, folder, more=()):
    result = pathlib.Path(folder, "result.json")
    command = [cohort, "conform", "--start", f"exec '{mock}'", "--name", "librdkafka's mock cluster", "--json", str(result),
               "--jobs", "24"]
    for each in DECLARED:
        command += ["--set", each]
    done = subprocess.run([*command, *more], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 1 or done.stderr:
        sys.exit(f"status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout, json.loads(result.read_text(encoding="utf-8"))


def failed(report):
    return {case["id"]: case for case in report["cases"] if case["outcome"] == "failed"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cohort")
    parser.add_argument("mock")
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    version = subprocess.run([options.mock, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        text, report = play(options.cohort, options.mock, folder)
    found = failed(report)
    print(f"{version}: {len(found)} cases failed in {report['seconds']:.0f} s, {report['summary']}")
    if len(found) < LEAST_DIFFERENCES:
        sys.exit(f"fewer than {LEAST_DIFFERENCES} differences:\n{text}")
    for name, words in KNOWN:
        case = found.get(name, {"why": "passed"})
        if words not in case["why"] + " ".join(each["path"] for each in case.get("differences", [])):
            sys.exit(f"{name}: expected a difference in {words}, got {case}")
    if options.write:
        said = " ".join(f"--set {each}" for each in DECLARED)
        head = f"{version}, by: cohort conform --start mock_cluster {said}\n\n"
        options.write.write_text(head + text.replace(options.mock, "mock_cluster"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
