#!/usr/bin/env python3
"""command_line_test.py PROGRAM: what a shell sees of `cohort`: exit statuses, the ready line, properties, stopping.
Loopback and free ports only."""
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from broker_under_test import PATIENCE, BrokerUnderTest, advertised, config, is_parked, join_group, metadata, waiting_fetch

PROGRAM = ""
FREE = ("--port", "0")
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("KAFKA_")}


def run(*words, environment=None):
    done = subprocess.run([PROGRAM, *words], env=environment or CLEAN, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


def serve(*options, environment=None):
    return BrokerUnderTest(PROGRAM, *options, environment=environment or CLEAN)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def has_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


HAS_IPV6 = has_ipv6()


def health(host, port):
    connection = http.client.HTTPConnection(host.strip("[]"), port, timeout=PATIENCE)
    connection.request("GET", "/health")
    status = connection.getresponse().status
    connection.close()
    return status


class BadUsage(unittest.TestCase):
    def test_it_ends_with_status_2_and_says_what_is_wrong(self):
        for named, *words in (
                ("frobnicate", "frobnicate"), ("serve", ), ("--frob", "serve", "--frob"), ("extra", "serve", "extra"),
                ("--port", "serve", "--port", "70000"), ("--port", "serve", "--port", "-1"), ("--port", "serve", "--port", "x"),
                ("--http", "serve", "--http", "70000"), ("--http", "serve", "--http", "on"),
                ("no.such.key", "serve", "-c", "no.such.key=1"), ("KEY=VALUE", "serve", "-c", "num.partitions"),
                ("num.partitions", "serve", "-c", "num.partitions=none"), ("--seed", "serve", "--seed", "x"),
                ("--memory-limit", "serve", "--memory-limit", "-1"), ("--memory-limit", "serve", "--memory-limit", str(2**63)),
                ("node.id=6", "serve", "-c", "broker.id=5", "-c", "node.id=6"),
                ("a b", "serve", "--topic", "a b:1"), ("a:0", "serve", "--topic", "a:0"),
                ("--as-version", "serve", "--as-version", "2.5"), ("already exists", "serve", "--topic", "a:1", "--topic", "a:1"),
                ("-o", "serve", "-o", "yaml"), ("nowhere", "serve", "--config", "nowhere"), ("--config", "serve", "--config", "/")):
            with self.subTest(words=words):
                status, out, err = run(*words)
                self.assertEqual((status, out), (2, ""), err)
                self.assertIn(named, err)

    def test_a_bad_value_in_the_environment_is_bad_usage(self):
        status, out, err = run("serve", *FREE, environment={**CLEAN, "KAFKA_NUM_PARTITIONS": "none"})
        self.assertEqual((status, out), (2, ""), err)
        self.assertIn("num.partitions", err)


class Help(unittest.TestCase):
    def test_it_goes_to_stdout_with_status_0(self):
        for words, named in ((("--help",), "serve"), (("serve", "--help"), "--topic"), (("--version",), "cohort ")):
            with self.subTest(words=words):
                status, out, err = run(*words)
                self.assertEqual((status, err), (0, ""))
                self.assertIn(named, out)


class Ready(unittest.TestCase):
    def test_the_line_is_all_of_stdout_and_true(self):
        with serve(*FREE) as broker:
            self.assertEqual((broker.host, broker.http_host), ("127.0.0.1", "127.0.0.1"))
            self.assertEqual(metadata(broker, "t")[0], [(1, "127.0.0.1", broker.port)])
            self.assertEqual(health(broker.http_host, broker.http_port), 200)
            status, _, more, err = broker.stop()
            self.assertEqual((status, more), (0, ""))
            self.assertIn("group.initial.rebalance.delay.ms=50", err)

    def test_a_wildcard_host_is_shown_as_the_loopback_address(self):
        with serve(*FREE, "--host", "0.0.0.0") as broker:
            self.assertEqual((broker.host, broker.http_host), ("127.0.0.1", "127.0.0.1"))
            self.assertEqual(metadata(broker, "t")[0], [(1, "127.0.0.1", broker.port)])
            self.assertEqual(health(broker.http_host, broker.http_port), 200)

    def test_http_can_be_off(self):
        with serve(*FREE, "--http", "off", "-o", "json") as broker:
            self.assertTrue(broker.ready_line.endswith(" http=off\n"))
            self.assertEqual(metadata(broker, "t")[0], [(1, "127.0.0.1", broker.port)])

    def test_a_given_port_is_the_one(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with serve("--port", str(port)) as broker:
            self.assertEqual(broker.port, port)


class SeveralBrokers(unittest.TestCase):
    def test_each_listens_on_a_port_of_its_own_and_names_them_all(self):
        with serve(*FREE, "--brokers", "3", "-c", "node.id=5") as broker:
            self.assertEqual(len(set(broker.addresses)), 3)
            all_of_them = [(5 + place, host, port) for place, (host, port) in enumerate(broker.addresses)]
            for place in range(3):
                self.assertEqual(metadata(broker, "t", place)[0], all_of_them)

    def test_a_given_port_is_the_first_ones(self):
        for _ in range(20):  # Until one is found whose neighbour below is free.
            with serve("--port", "0", "--http", "off") as other:
                first = other.port - 1
                status, out, err = run("serve", "--port", str(first), "--brokers", "2", "--http", "off")
            self.assertEqual((status, out), (1, ""), err)
            if f":{first}:" not in err:
                break
        self.assertIn(str(other.port), err)

    def test_what_cannot_be_is_bad_usage(self):
        for named, *words in (("--brokers", "--brokers", "0"), ("--brokers", "--port", "65535", "--brokers", "2"),
                              ("--racks", "--brokers", "3", "--racks", "a,b"),
                              ("node.id", "--brokers", "2", "-c", "node.id=2147483647")):
            with self.subTest(words=words):
                status, out, err = run("serve", *words)
                self.assertEqual((status, out), (2, ""), err)
                self.assertIn(named, err)


class PortInUse(unittest.TestCase):
    def test_it_ends_with_status_1_and_names_the_address(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            for options in (("--port", port), (*FREE, "--http", port)):
                with self.subTest(options=options):
                    status, out, err = run("serve", *options)
                    self.assertEqual((status, out), (1, ""), err)
                    self.assertIn(f"127.0.0.1:{port}", err)


class Stopping(unittest.TestCase):
    def test_signals_end_it_with_status_0_in_a_second_though_requests_wait(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(how=how), serve(*FREE, "--topic", "t:1", "-c", "group.initial.rebalance.delay.ms=60000") as broker:
                with broker.connect() as fetching, broker.connect() as joining, broker.connect() as halfway:
                    fetching.sendall(waiting_fetch("t"))
                    joining.sendall(join_group("g"))
                    halfway.sendall(join_group("g")[:20])
                    self.assertTrue(is_parked(fetching) and is_parked(joining))
                    status, seconds, more, _ = broker.stop(how)
                self.assertEqual((status, more), (0, ""))
                self.assertLess(seconds, 2)  # A second is the promise; the other one is for a busy machine.


class StandardError(unittest.TestCase):
    """A pipe may be closed by its reader, or never read."""
    NOT_KAFKA = b"GET / HTTP/1.1\r\n\r\n"

    def refuse(self, broker, times):
        for _ in range(times):
            with broker.connect() as sock:
                sock.sendall(self.NOT_KAFKA)
                self.assertEqual(sock.recv(1), b"")

    def test_a_reader_that_goes_away_does_not_end_the_broker(self):
        with serve(*FREE) as broker:
            broker.process.stderr.close()
            self.refuse(broker, 2)
            self.assertEqual(advertised(broker)[18][0], 0)

    def test_a_reader_that_never_reads_does_not_hold_up_the_broker(self):
        with serve(*FREE) as broker:
            self.refuse(broker, 1500)  # A pipe takes 64 kB: about 600 lines.
            self.assertEqual(advertised(broker)[18][0], 0)


class Properties(unittest.TestCase):
    def file(self, content):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "server.properties")
        path.write_text(content, encoding="utf-8")
        return str(path)

    def test_later_sources_win(self):
        file = self.file("# A comment.\nnum.partitions=2\nnode.id = 5\n")
        environment = {**CLEAN, "KAFKA_NUM_PARTITIONS": "3"}
        for options, environment_, expected in (
                (("--config", file), CLEAN, 2), (("--config", file), environment, 3), ((), environment, 3),
                (("--config", file, "-c", "num.partitions=4"), environment, 4), ((), CLEAN, 1)):
            with self.subTest(options=options, expected=expected), serve(*FREE, *options, environment=environment_) as broker:
                brokers, partitions = metadata(broker, "made-on-demand")
                self.assertEqual(brokers[0][0], 5 if file in options else 1)
                with self.subTest("the topic is there at the second look"):
                    self.assertIn(partitions, (0, expected))
                    self.assertEqual(metadata(broker, "made-on-demand")[1], expected)

    def test_unknown_keys_of_files_and_the_environment_are_warned_of(self):
        file = self.file("zookeeper.disconnect=x\nnum.partitions=2\n")
        environment = {**CLEAN, "KAFKA_NO_SUCH_KEY": "1", "KAFKA_HEAP_OPTS": "-Xmx1G", "KAFKA_LOG4J_ROOT_LOGLEVEL": "WARN"}
        with serve(*FREE, "--config", file, environment=environment) as broker:
            self.assertEqual(metadata(broker, "t")[0], [(1, "127.0.0.1", broker.port)])
            status, _, _, err = broker.stop()
            self.assertEqual(status, 0)
            for word in ("zookeeper.disconnect", "KAFKA_NO_SUCH_KEY: no.such.key"):
                self.assertIn(word, err)
            for word in ("num.partitions", "KAFKA_HEAP_OPTS", "KAFKA_LOG4J_ROOT_LOGLEVEL"):
                self.assertNotIn(word, err)

    def test_files_are_written_as_java_reads_them(self):
        file = self.file("! Comments and blank lines.\n\n  # Another, that does not go on: \\\n"
                         "broker.rack : a\\tb\\u00e9 \\\n    and\\\\\n"
                         "num.partitions\t2\r\nlog.dirs\r"
                         "\\u0063ompression.type=gzip\nlog.cleanup.policy = compact, \\\n\tdelete\nnum.io.threads=1\n"
                         "num.io.threads=4")
        with serve(*FREE, "--config", file) as broker:
            for key, expected in (("broker.rack", "a\tb\u00e9 and\\"), ("num.partitions", "2"), ("log.dirs", ""),
                                  ("compression.type", "gzip"), ("log.cleanup.policy", "compact,delete"),
                                  ("num.io.threads", "4")):
                with self.subTest(key):
                    self.assertEqual(config(broker, key), (expected, 4))
            self.assertEqual(config(broker, "num.network.threads"), ("3", 5))

    def test_a_file_that_java_cannot_read_is_bad_usage(self):
        status, out, err = run("serve", *FREE, "--config", self.file("\nbroker.rack=\\u12"))
        self.assertEqual((status, out), (2, ""), err)
        self.assertIn("line 2", err)

    def test_the_environment_goes_by_the_rule_of_kafkas_container_image(self):
        environment = {**CLEAN, "KAFKA_BROKER_RACK": "r", "KAFKA_LOG_RETENTION_MS": "5", "KAFKA_FOO__BAR": "1",
                       "KAFKA_FOO___BAR": "1", "KAFKA_OPTS": "-x"}
        with serve(*FREE, environment=environment) as broker:
            self.assertEqual((config(broker, "broker.rack"), config(broker, "log.retention.ms")), (("r", 4), ("5", 4)))
            err = broker.stop()[3]
            self.assertIn("KAFKA_FOO__BAR: foo_bar: ", err)
            self.assertIn("KAFKA_FOO___BAR: foo-bar: ", err)
            self.assertNotIn("KAFKA_OPTS", err)

    def test_kafkas_own_defaults_can_be_had(self):
        with serve(*FREE, "--kafka-defaults") as broker:
            self.assertIn("group.initial.rebalance.delay.ms=3000", broker.stop()[3])


class Releases(unittest.TestCase):
    def test_the_broker_is_the_kafka_that_it_is_told_to_be(self):
        for options, name, versions in (((), "3.9", (0, 17)), (("--as-version", "3.9"), "3.9", (0, 17)),
                                        (("--as-version", "2.4"), "2.4", (0, 11))):
            with self.subTest(options=options), serve(*FREE, *options) as broker:
                self.assertEqual(advertised(broker)[1], versions)
                self.assertIn(f"in-memory Kafka {name} broker", broker.stop()[3])


class Listeners(unittest.TestCase):
    # What is documented of Kafka's container image (docker/examples), with ports that are free.
    IMAGE = {"KAFKA_NODE_ID": "1", "KAFKA_PROCESS_ROLES": "broker,controller",
             "KAFKA_LISTENERS": "PLAINTEXT://localhost:{port},CONTROLLER://localhost:9093",
             "KAFKA_ADVERTISED_LISTENERS": "PLAINTEXT://localhost:{port}", "KAFKA_CONTROLLER_LISTENER_NAMES": "CONTROLLER",
             "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
             "KAFKA_CONTROLLER_QUORUM_VOTERS": "1@localhost:9093", "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR": "1",
             "KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR": "1", "KAFKA_TRANSACTION_STATE_LOG_MIN_ISR": "1",
             "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS": "0", "KAFKA_NUM_PARTITIONS": "3"}

    def image(self, **more):
        port = free_port()
        return port, {**CLEAN, **{name: value.format(port=port) for name, value in {**self.IMAGE, **more}.items()}}

    def test_the_environment_of_kafkas_container_image_just_works(self):
        port, environment = self.image()
        with serve(environment=environment) as broker:
            self.assertEqual((broker.host, broker.port), ("localhost", port))
            self.assertEqual(metadata(broker, "t")[0], [(1, "localhost", port)])
            self.assertEqual(config(broker, "listeners"), (environment["KAFKA_LISTENERS"], 4))
            self.assertEqual(config(broker, "advertised.listeners"), (f"PLAINTEXT://localhost:{port}", 4))
            self.assertNotIn("cohort: KAFKA_", broker.stop()[3])

    def test_with_advertised_listeners_alone_the_image_listens_on_their_ports(self):
        outside, inside = free_port(), free_port()
        environment = {**CLEAN, "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": "PLAINTEXT:PLAINTEXT,PLAINTEXT_HOST:PLAINTEXT",
                       "KAFKA_ADVERTISED_LISTENERS": f"PLAINTEXT://broker:{inside},PLAINTEXT_HOST://localhost:{outside}"}
        with serve(environment=environment) as broker:
            self.assertEqual((broker.host, broker.port), ("127.0.0.1", inside))
            self.assertEqual(metadata(broker, "t")[0], [(1, "broker", inside)])
            broker.port = outside
            self.assertEqual(metadata(broker, "t")[0], [(1, "localhost", outside)])

    def test_each_listener_answers_what_is_advertised_for_it(self):
        outside, inside = free_port(), free_port()
        with serve("-c", f"listeners=IN://127.0.0.1:{inside},OUT://0.0.0.0:{outside}",
                   "-c", f"advertised.listeners=OUT://outside.example:19092,IN://127.0.0.1:{inside}",
                   "-c", "listener.security.protocol.map=IN:PLAINTEXT,OUT:PLAINTEXT",
                   "-c", "inter.broker.listener.name=IN") as broker:
            self.assertEqual(broker.port, inside)
            self.assertEqual(metadata(broker, "t")[0], [(1, "127.0.0.1", inside)])
            broker.port = outside
            self.assertEqual(metadata(broker, "t")[0], [(1, "outside.example", 19092)])

    def test_without_advertised_listeners_clients_hear_the_address_they_came_by(self):
        plain, docker = free_port(), free_port()
        with serve("-c", f"listeners=PLAINTEXT://0.0.0.0:{plain},DOCKER://:{docker}") as broker:
            self.assertEqual((broker.host, broker.port), ("127.0.0.1", plain))
            for port in (plain, docker):
                for host in ("127.0.0.1", "127.0.0.2"):
                    with self.subTest(host=host, port=port):
                        broker.host, broker.port = host, port
                        self.assertEqual(metadata(broker, "t")[0], [(1, host, port)])

    @unittest.skipUnless(HAS_IPV6, "no IPv6 here")
    def test_ipv6_addresses_may_stand_in_brackets(self):
        for options in (("--host", "::1", *FREE), ("--host", "[::1]", *FREE), ("-c", "listeners=PLAINTEXT://[::1]:0")):
            with self.subTest(options=options), serve(*options) as broker:
                self.assertEqual(broker.host, "[::1]")
                self.assertEqual(metadata(broker, "t")[0], [(1, "::1", broker.port)])
        with serve("-c", "listeners=PLAINTEXT://:0") as broker:
            for host in ("127.0.0.1", "::1"):
                broker.host = host
                self.assertEqual(metadata(broker, "t")[0], [(1, host, broker.port)])

    def test_what_the_command_line_says_of_the_address_goes_before_the_properties(self):
        _, environment = self.image()
        with serve(*FREE, environment=environment) as broker:
            self.assertEqual(metadata(broker, "t")[0], [(1, "127.0.0.1", broker.port)])
            self.assertEqual(config(broker, "listeners"), ("PLAINTEXT://127.0.0.1:0", 4))
            self.assertIn("--host or --port is given", broker.stop()[3])
        with serve(*FREE, "-c", "advertised.listeners=PLAINTEXT://elsewhere:0") as broker:
            self.assertEqual(metadata(broker, "t")[0], [(1, "elsewhere", broker.port)])

    def test_several_brokers_take_one_port_each_of_every_listener(self):
        with serve("--brokers", "2", "-c", "listeners=PLAINTEXT://127.0.0.1:0,B://127.0.0.1:0") as broker:
            brokers = metadata(broker, "t")[0]
            self.assertEqual([(node, host) for node, host, _ in brokers], [(1, "127.0.0.1"), (2, "127.0.0.1")])
            self.assertEqual([port for _, _, port in brokers], broker.ports)

    def test_what_cannot_be_is_bad_usage(self):
        for named, *words in (
                ("SSL is a SSL listener", "-c", "listeners=SSL://:9092"), ("SECURE is a SASL_SSL listener", "-c",
                "listeners=PLAINTEXT://:1,SECURE://:2", "-c",
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SECURE:SASL_SSL"),
                ("NAME://HOST:PORT", "-c", "listeners=localhost:9092"), ("overlap", "--brokers", "3", "-c",
                "listeners=PLAINTEXT://:9092,B://:9094"), ("65535", "--brokers", "2", "--port", "65535"),
                ("0.0.0.0", "-c", "advertised.listeners=PLAINTEXT://0.0.0.0:9092"),
                ("B is none", "-c", "advertised.listeners=PLAINTEXT://a:9092,B://b:1"),
                ("per.ip.overrides", "-c", "max.connections.per.ip.overrides=a")):
            with self.subTest(words=words):
                status, out, err = run("serve", *words)
                self.assertEqual((status, out), (2, ""), err)
                self.assertIn(named, err)


class Topics(unittest.TestCase):
    def test_they_are_there_before_the_first_client(self):
        with serve(*FREE, "--topic", "orders:6", "--topic", "plain", "-c", "num.partitions=2") as broker:
            self.assertEqual([metadata(broker, name)[1] for name in ("orders", "plain")], [6, 2])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
