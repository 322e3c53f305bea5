#!/usr/bin/env python3
"""steer_test.py COHORT: a test in Python that steers the broker over HTTP."""
import json
import subprocess
import sys
import urllib.request

from confluent_kafka import Consumer


def post(path, **body):
    request = urllib.request.Request(http + path, json.dumps(body).encode(), method="POST")
    return json.load(urllib.request.urlopen(request, timeout=60))


def poll_until(reader, holds):
    while not holds():
        reader.poll(0.02)


broker = subprocess.Popen([sys.argv[1], "serve", "--port", "0", "--clock", "manual", "--topic", "orders:4"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
ready = dict(field.split("=", 1) for field in broker.stdout.readline().split()[1:])
http = ready["http"]
try:
    # The second OffsetCommit of the group is answered with an error, once.
    rule = post("/v1/faults", match={"api": "OffsetCommit", "group": "readers"}, nth=2,
                action={"error": "COORDINATOR_LOAD_IN_PROGRESS"})["id"]
    reader = Consumer({"bootstrap.servers": ready["bootstrap"], "group.id": "readers", "client.id": "anna",
                       "auto.offset.reset": "earliest", "enable.auto.commit": False})
    reader.subscribe(["orders"])
    poll_until(reader, lambda: len(reader.assignment()) == 4)
    post("/v1/topics/orders/records", partition=0, records=[{"key": "1", "value": "paid"}] * 3)
    for expected in range(3):
        message = None
        while message is None:
            message = reader.poll(0.02)
        assert message.offset() == expected, message.offset()
        reader.commit(message, asynchronous=False)  # The client tries again what may be tried again.
    group = post("/v1/groups/readers/wait", state="Stable", members=1)
    assert [offset["committed"] for offset in group["offsets"] if offset["partition"] == 0] == [3], group
    hits = json.load(urllib.request.urlopen(f"{http}/v1/faults/{rule}", timeout=60))["hits"]
    assert hits == 1, hits

    # Nobody waits for 45 seconds: the member's session ends when the test says so.
    member = group["members"][0]["member_id"]
    post(f"/v1/groups/readers/members/{member}/expire")
    timeline = json.load(urllib.request.urlopen(f"{http}/v1/groups/readers/timeline", timeout=60))
    assert any(fact["kind"] == "member_expired" and fact["member_id"] == member for fact in timeline["facts"])
    reader.close()
    print("a Python test has steered the broker over HTTP")
finally:
    broker.terminate()
    broker.wait(10)
