#!/usr/bin/env python3
"""groups_command_test.py PROGRAM: `cohort topics` and `cohort groups` as a shell sees them, against `cohort serve`.
Loopback and free ports only."""
import http.client
import json
import os
import socket
import subprocess
import sys
import unittest

from broker_under_test import PATIENCE, BrokerUnderTest, answer, join_group

PROGRAM = ""
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("KAFKA_")}


def run(*words):
    done = subprocess.run([PROGRAM, *words], env=CLEAN, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


class WithBroker(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.broker = BrokerUnderTest(PROGRAM, "--port", "0", "--topic", "orders:3", "--topic", "payments:1",
                                     "-c", "log.retention.ms=-1", environment=CLEAN)
        cls.addClassCleanup(cls.broker.__exit__)

    def tool(self, *words, status=0):
        got, out, err = run(words[0], "--bootstrap", f"{self.broker.host}:{self.broker.port}", *words[1:])
        self.assertEqual(got, status, f"{words}\n{out}\n{err}")
        return out, err

    def tool_json(self, *words, status=0):
        return json.loads(self.tool(*words, "-o", "json", status=status)[0])

    def post(self, path, body):
        connection = http.client.HTTPConnection(self.broker.http_host, self.broker.http_port, timeout=PATIENCE)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        text = response.read()
        self.assertLess(response.status, 300, text)
        connection.close()

    def append(self, topic, partition, count):
        records = [{"value": "v", "timestamp_ms": 1_700_000_000_000 + 1000 * i} for i in range(count)]
        self.post(f"/v1/topics/{topic}/records", {"partition": partition, "records": records})

    def commit(self, group, partition, offset, topic="orders"):
        self.post(f"/v1/groups/{group}/offsets",
                  {"offsets": [{"topic": topic, "partition": partition, "offset": offset}]})


class Topics(WithBroker):
    def test_list_is_a_table_with_aligned_columns(self):
        out, _ = self.tool("topics", "list")
        lines = out.splitlines()
        self.assertRegex(lines[0], r"^TOPIC +PARTITIONS +ID$")
        orders = next(line for line in lines if line.startswith("orders "))
        self.assertRegex(orders, r"^orders +3  \S{22}$")
        self.assertEqual(orders.index("3") + 1, lines[0].index("PARTITIONS") + len("PARTITIONS"))

    def test_created_topic_is_there_with_its_settings(self):
        out, _ = self.tool("topics", "create", "made", "--partitions", "4", "--config", "cleanup.policy=compact",
                           "--config", "retention.ms=1000")
        self.assertRegex(out, r"(?m)^made +4 +1 +\S{22}$")
        topic = self.tool_json("topics", "describe", "made")["topics"][0]
        self.assertEqual(topic["configs"], {"cleanup.policy": "compact", "retention.ms": "1000"})
        self.assertEqual([partition["partition"] for partition in topic["partitions"]], [0, 1, 2, 3])
        self.assertEqual(topic["partitions"][0],
                         {"partition": 0, "leader": 1, "leader_epoch": 0, "replicas": [1], "isr": [1]})
        self.tool("topics", "alter", "made", "--partitions", "5", "--config", "retention.ms=5", "--delete-config",
                  "cleanup.policy")
        topic = self.tool_json("topics", "describe", "made")["topics"][0]
        self.assertEqual((topic["configs"], len(topic["partitions"])), ({"retention.ms": "5"}, 5))
        self.tool("topics", "delete", "made")
        _, err = self.tool("topics", "describe", "made", status=1)
        self.assertIn("topic made: UNKNOWN_TOPIC_OR_PARTITION", err)

    def test_what_exists_is_an_error_unless_it_may(self):
        _, err = self.tool("topics", "create", "orders", status=1)
        self.assertIn("topic orders: TOPIC_ALREADY_EXISTS", err)
        failures = self.tool_json("topics", "create", "orders", status=1)["failures"]
        self.assertEqual((failures[0]["subject"], failures[0]["error"]), ("topic orders", "TOPIC_ALREADY_EXISTS"))
        self.tool("topics", "create", "orders", "--if-not-exists")
        self.tool("topics", "delete", "nothing", status=1)
        self.tool("topics", "delete", "nothing", "--if-exists")

    def test_description_is_for_people(self):
        out, _ = self.tool("topics", "describe", "orders")
        lines = out.splitlines()
        self.assertRegex(lines[0], r"^orders  id=\S{22}  partitions=3  replication=1$")
        self.assertRegex(lines[1], r"^PARTITION  LEADER  EPOCH  REPLICAS  ISR$")
        self.assertEqual(len(lines), 5)

    def test_validation_makes_nothing(self):
        self.tool("topics", "create", "tried", "--validate-only")
        self.tool("topics", "describe", "tried", status=1)


class Groups(WithBroker):
    def test_list_names_groups_with_their_states(self):
        self.commit("listed", 0, 1)
        groups = self.tool_json("groups", "list")["groups"]
        self.assertIn({"group": "listed", "type": "classic", "protocol_type": "", "state": "Empty", "coordinator": 1}, groups)
        out, _ = self.tool("groups", "list", "--state", "Empty")
        self.assertRegex(out, r"(?m)^listed +classic +- +Empty +1$")
        self.assertEqual(self.tool_json("groups", "list", "--state", "Dead")["groups"], [])

    def test_description_has_the_lag_of_each_partition(self):
        self.append("orders", 0, 7)
        self.commit("behind", 0, 4)
        self.commit("behind", 1, 0)
        out, err = self.tool("groups", "describe", "behind")
        self.assertRegex(out.splitlines()[0], r"^GROUP +TOPIC +PARTITION +COMMITTED +END +LAG +MEMBER +HOST +CLIENT-ID$")
        self.assertRegex(out, r"(?m)^behind +orders +0 +4 +7 +3 +- +- +-$")
        self.assertIn("group behind has no members", err)
        group = self.tool_json("groups", "describe", "behind")["groups"][0]
        self.assertEqual(group["state"], "Empty")
        self.assertEqual([(each["partition"], each["lag"]) for each in group["offsets"]], [(0, 3), (1, 0)])

    def test_members_and_state_are_shown(self):
        with self.broker.connect() as connection:
            connection.sendall(join_group("joined"))
            answer(connection)  # Who joins alone is the leader.
            out, _ = self.tool("groups", "describe", "joined", "--state", "--members")
        self.assertRegex(out, r"(?m)^joined +1 +consumer +\S+ +CompletingRebalance +1$")
        self.assertRegex(out, r"(?m)^joined +tool-test-\S+ +- +/127\.0\.0\.1 +tool-test +0 +-$")

    def test_group_that_is_not_there_is_an_error(self):
        out, err = self.tool("groups", "describe", "nobodys", status=1)
        self.assertEqual(out, "")
        self.assertIn("group nobodys: GROUP_ID_NOT_FOUND: there is no such group", err)

    def test_groups_without_members_are_deleted(self):
        self.commit("doomed", 0, 1)
        with self.broker.connect() as connection:
            connection.sendall(join_group("alive"))
            answer(connection)
            _, err = self.tool("groups", "delete", "doomed", "alive", status=1)
        self.assertIn("group alive: NON_EMPTY_GROUP", err)
        self.assertNotIn("doomed", [group["group"] for group in self.tool_json("groups", "list")["groups"]])

    def test_offsets_are_forgotten(self):
        self.commit("forgetful", 0, 1)
        self.commit("forgetful", 1, 1)
        self.tool("groups", "delete-offsets", "forgetful", "--topic", "orders:1")
        offsets = self.tool_json("groups", "describe", "forgetful")["groups"][0]["offsets"]
        self.assertEqual([each["partition"] for each in offsets], [0])


class ResetOffsets(WithBroker):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        test = cls()
        test.append("orders", 0, 10)
        test.append("orders", 1, 4)

    def reset(self, group, *words, status=0):
        plan = self.tool_json("groups", "reset-offsets", group, *words, status=status)
        return {each["partition"]: each["new_offset"] for each in plan["offsets"]}

    def test_every_place_can_be_named(self):
        self.commit("placed", 0, 5)
        self.commit("placed", 1, 1)
        for words, expected in (
                (("--to-earliest", ), {0: 0, 1: 0, 2: 0}), (("--to-latest", ), {0: 10, 1: 4, 2: 0}),
                (("--to-current", ), {0: 5, 1: 1, 2: 0}), (("--to-offset", "3"), {0: 3, 1: 3, 2: 0}),
                (("--to-datetime", "2023-11-14T22:13:22Z"), {0: 2, 1: 2, 2: 0}),
                (("--to-datetime", "2023-11-15T00:13:22+02:00"), {0: 2, 1: 2, 2: 0}),
                (("--to-datetime", "2023-11-14T22:13:25.500"), {0: 6, 1: 4, 2: 0}),
                (("--by-duration", "PT1M"), {0: 10, 1: 4, 2: 0}), (("--by-duration", "P10000D"), {0: 0, 1: 0, 2: 0})):
            with self.subTest(words=words):
                self.assertEqual(self.reset("placed", "--topic", "orders", *words), expected)

    def test_offsets_are_shifted_within_the_log(self):
        self.commit("shifted", 0, 5)
        self.commit("shifted", 1, 1)
        self.assertEqual(self.reset("shifted", "--topic", "orders:0,1", "--shift-by", "-3"), {0: 2, 1: 0})
        self.assertEqual(self.reset("shifted", "--all-topics", "--shift-by", "100"), {0: 10, 1: 4})
        _, err = self.tool("groups", "reset-offsets", "shifted", "--topic", "orders", "--shift-by", "1", status=1)
        self.assertIn("orders-2: nothing is committed that could be shifted", err)

    def test_only_execution_changes_anything(self):
        self.commit("careful", 0, 5)
        out, err = self.tool("groups", "reset-offsets", "careful", "--topic", "orders:0", "--to-earliest")
        self.assertRegex(out, r"(?m)^careful +orders +0 +5 +0$")
        self.assertIn("--execute", err)
        self.assertEqual(self.committed("careful"), {0: 5})
        _, err = self.tool("groups", "reset-offsets", "careful", "--topic", "orders:0", "--to-earliest", "--execute")
        self.assertEqual(err, "")
        self.assertEqual(self.committed("careful"), {0: 0})

    def committed(self, group):
        offsets = self.tool_json("groups", "describe", group)["groups"][0]["offsets"]
        return {each["partition"]: each["committed"] for each in offsets}

    def test_group_may_be_new(self):
        self.reset("brand-new", "--topic", "orders:1", "--to-offset", "2", "--execute")
        self.assertEqual(self.committed("brand-new"), {1: 2})

    def test_group_with_members_is_left_alone(self):
        with self.broker.connect() as connection:
            connection.sendall(join_group("busy"))
            answer(connection)
            _, err = self.tool("groups", "reset-offsets", "busy", "--topic", "orders", "--to-earliest", "--execute", status=1)
        self.assertIn("offsets can be reset while a group has no members", err)

    def test_topic_that_is_not_there_is_an_error_at_once(self):
        _, err = self.tool("groups", "reset-offsets", "placed", "--topic", "missing", "--to-earliest", status=1)
        self.assertIn("topic missing: UNKNOWN_TOPIC_OR_PARTITION", err)
        _, err = self.tool("groups", "reset-offsets", "placed", "--topic", "orders:9", "--to-earliest", status=1)
        self.assertIn("orders-9: UNKNOWN_TOPIC_OR_PARTITION: the topic has 3 partitions", err)


class BadUsage(unittest.TestCase):
    def test_it_ends_with_status_2_and_says_what_is_wrong(self):
        here = ("--bootstrap", "127.0.0.1:1")
        for named, *words in (
                ("--bootstrap", "topics", "list"), ("--bootstrap", "groups", "list"), ("subcommand", "topics", *here),
                ("subcommand", "groups", *here), ("extra", "topics", *here, "list", "extra"),
                ("TOPIC", "topics", *here, "create"), ("GROUP", "groups", *here, "describe"),
                ("--partitions", "topics", *here, "create", "t", "--partitions", "0"),
                ("KEY=VALUE", "topics", *here, "create", "t", "--config", "novalue"),
                ("--replica-assignment", "topics", *here, "create", "t", "--replica-assignment", "1:x"),
                ("--partitions, --config", "topics", *here, "alter", "t"),
                ("-o", "topics", *here, "-o", "yaml", "list"), ("--timeout", "topics", *here, "--timeout", "soon", "list"),
                ("bootstrap", "topics", "--bootstrap", "nowhere", "list"),
                ("--to-earliest", "groups", *here, "reset-offsets", "g", "--topic", "t"),
                ("--to-earliest", "groups", *here, "reset-offsets", "g", "--topic", "t", "--to-earliest", "--to-latest"),
                ("--topic", "groups", *here, "reset-offsets", "g", "--to-earliest"),
                ("--topic", "groups", *here, "reset-offsets", "g", "--topic", "t:x", "--to-earliest"),
                ("--to-datetime", "groups", *here, "reset-offsets", "g", "--topic", "t", "--to-datetime", "2024-13-01"),
                ("--by-duration", "groups", *here, "reset-offsets", "g", "--topic", "t", "--by-duration", "1h"),
                ("--execute", "groups", *here, "reset-offsets", "g", "--topic", "t", "--to-latest", "--execute", "--dry-run")):
            with self.subTest(words=words):
                status, out, err = run(*words)
                self.assertEqual((status, out), (2, ""), err)
                self.assertIn(named, err)


class NobodyThere(unittest.TestCase):
    def test_it_ends_with_status_1_and_says_what_was_waited_for(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]
        for words, waited_for in ((("topics", "list"), "any broker"),
                                  (("groups", "describe", "readers"), "the coordinator of group readers")):
            with self.subTest(words=words):
                status, out, err = run(words[0], "--bootstrap", f"127.0.0.1:{port}", "--timeout", "500ms", *words[1:])
                self.assertEqual((status, out), (1, ""))
                self.assertIn(waited_for, err)
                self.assertIn(f"127.0.0.1:{port}", err)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
