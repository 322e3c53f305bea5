import json, subprocess, urllib.request
from confluent_kafka import Consumer

def call(path, **body):
    request = urllib.request.Request(http + path, json.dumps(body).encode(), method="POST")
    return json.load(urllib.request.urlopen(request))

broker = subprocess.Popen(["cohort", "serve", "--port", "0", "--clock", "manual", "--topic", "orders:4"],
                          stdout=subprocess.PIPE, text=True)
bootstrap, http = [field.split("=", 1)[1] for field in broker.stdout.readline().split()[1:]]

anna = Consumer({"bootstrap.servers": bootstrap, "group.id": "readers", "client.id": "anna"})
anna.subscribe(["orders"])
while len(anna.assignment()) < 4:
    anna.poll(0.02)

call("/v1/faults", match={"client_id": "anna"}, action={"drop_answer": True})  # Anna hears nothing any more,
call("/v1/clock/advance", ms=45_001)                                           # and 45 seconds pass at once.
assert call("/v1/groups/readers/wait", state="Empty")["members"] == []

timeline = json.load(urllib.request.urlopen(http + "/v1/groups/readers/timeline"))
print(timeline["rebalances"][-1]["why"])  # member anna-… expired: no heartbeat within the session timeout
broker.terminate()
