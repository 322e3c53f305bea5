"""Plays the reference folder's cases, recorded from a real Kafka, against brokers started with the properties they need."""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

from broker_process import BrokerFault, BrokerProcess

AREAS = ("wire", "metadata", "topics", "produce", "fetch", "list_offsets", "join", "sync", "heartbeat", "leave", "static",
         "commit", "offset_fetch", "admin_groups", "configs", "delete_records", "fetch_session", "idempotence", "txn")
# Cases that need a broker of their own: which, and what differs from the common properties.
SPECIAL = (
    ("join/max_size*", {"group.max.size": "2"}),
    ("join/initial_delay*", {"group.initial.rebalance.delay.ms": "300"}),
    ("metadata/auto_create_disabled", {"auto.create.topics.enable": "false"}),
    ("fetch_session/cache_two_slots", {"max.incremental.fetch.session.cache.slots": "2"}),
)


def properties(oracle):
    """What its `check` declares, and what it says to start the broker with."""
    text = pathlib.Path(oracle, "check").read_text(encoding="utf-8")
    declared = dict(re.findall(r"--set (\S+?)=(\S+)", text))
    started = dict(re.findall(r"-c (\S+?)=(\S+)", text))
    return declared, started


def play(oracle, bootstrap, only, declared):
    command = [sys.executable, f"{oracle}/oracle.py", "run", bootstrap, f"{oracle}/cases", "--only", only, "-j", "json"]
    for key, value in declared.items():
        command += ["--set", f"{key}={value}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    if not done.stdout.strip():
        raise BrokerFault(f"the runner of {only} gave no report: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)["cases"]


def play_on_own_broker(oracle, program, log, only, declared, started):
    options = [word for key, value in started.items() for word in ("-c", f"{key}={value}")]
    with BrokerProcess(program, log, options) as broker:
        return play(oracle, broker.bootstrap, only, declared)


def run_cases(oracle, program, work, jobs):
    """Plays all areas, prints failures and skips, and returns whether no case failed and one at least passed."""
    pathlib.Path(work).mkdir(parents=True, exist_ok=True)
    declared, started = properties(oracle)
    plans = [(f"{area}/*", {}) for area in AREAS] + list(SPECIAL)

    def follow(plan):
        only, change = plan
        log = pathlib.Path(work, "oracle-" + re.sub(r"\W+", "-", only) + ".broker.log")
        return play_on_own_broker(oracle, program, log, only, {**declared, **change}, {**started, **change})

    found, faults = {}, []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for plan, waiting in [(plan, pool.submit(follow, plan)) for plan in plans]:
            try:
                for case in waiting.result():
                    # A case that the common broker skips may pass on one of its own.
                    if found.get(case["id"], {"outcome": "SKIP"})["outcome"] == "SKIP":
                        found[case["id"]] = case
            except (BrokerFault, OSError, subprocess.TimeoutExpired) as fault:
                faults.append(f"{plan[0]}: {fault}")
    for case in sorted(found.values(), key=lambda case: (case["outcome"], case["id"])):
        if case["outcome"] != "PASS":
            print(f"{case['outcome']} {case['id']} ({case['seconds']} s): {case['why']}", flush=True)
    for fault in faults:
        print("FAULT", fault, flush=True)
    count = {outcome: sum(case["outcome"] == outcome for case in found.values()) for outcome in ("PASS", "FAIL", "SKIP")}
    failed = count["FAIL"] + len(faults)
    print(f"oracle: {count['PASS']} passed, {failed} failed, {count['SKIP']} skipped", flush=True)
    return failed == 0 and count["PASS"] > 0
