import json, subprocess, urllib.error, urllib.request
from confluent_kafka import Consumer

def call(path, **body):  # GET without a body, else POST.
    try:
        return json.load(urllib.request.urlopen(http + path, json.dumps(body).encode() if body else None))
    except urllib.error.HTTPError as refused:
        raise AssertionError(f"{path}: {json.load(refused)['error']}") from None

broker = subprocess.Popen(["cohort", "serve", "--port", "0", "--clock", "manual", "--topic", "orders:4"],
                          stdout=subprocess.PIPE, text=True)
try:
    bootstrap, http = [field.split("=", 1)[1] for field in broker.stdout.readline().split()[1:]]

    anna = Consumer({"bootstrap.servers": bootstrap, "group.id": "readers", "client.id": "anna"})
    anna.subscribe(["orders"])
    call("/v1/groups/readers/wait", state="Stable", members=1)

    call("/v1/faults", match={"client_id": "anna"}, action={"drop_answer": True})  # Anna hears nothing any more,
    call("/v1/clock/advance", ms=45_001)                                           # and 45 seconds pass at once.
    call("/v1/groups/readers/wait", state="Empty")

    why = call("/v1/groups/readers/timeline")["rebalances"][-1]["why"]
    assert why.startswith("member anna-") and why.endswith("expired: no heartbeat within the session timeout"), why
finally:
    broker.terminate()
