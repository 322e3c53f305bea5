#include "serve.hpp"

#include "listeners.hpp"
#include "program_pages.hpp"
#include "settings.hpp"
#include "standard_error.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/broker/http_server.hpp>
#include <cohort/broker/long_polls.hpp>
#include <cohort/net/host.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX declares it nowhere

namespace cohort::tool {

namespace {

constexpr int most_brokers = 100;
/// Then the start is over, and the first clients have been answered.
constexpr auto start_takes = std::chrono::milliseconds(100);

std::map<std::string, std::string> environment() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

std::uint16_t http_port(const std::string& text) {
  try {
    std::size_t read = 0;
    const int port = std::stoi(text, &read);
    if (read == text.size() && port >= 0 && port <= 65535) return static_cast<std::uint16_t>(port);
  } catch (const std::logic_error&) {
    // Not a number: said below.
  }
  throw UsageError("--http " + text + ": a port from 0 to 65535, or off");
}

/// Where our defaults are not Kafka's, said at every start so that nobody is surprised.
void print_banner(const broker::Config& config, bool uses_kafka_defaults) {
  const auto ms = [](Duration d) {
    return std::to_string(std::chrono::duration_cast<milliseconds>(d).count());
  };
  std::cerr << "cohort " COHORT_VERSION ": an in-memory Kafka " << name(config.release)
            << " broker for tests; everything is gone when it stops\n"
            << "  group.initial.rebalance.delay.ms=" << ms(config.group.initial_rebalance_delay)
            << " (Kafka: 3000), group.min.session.timeout.ms="
            << ms(config.group.min_session_timeout) << " (Kafka: 6000)"
            << (uses_kafka_defaults ? "\n" : "; --kafka-defaults restores Kafka's\n");
}

void print_facts(StandardError& out, const std::vector<broker::Fact>& facts, bool is_traced) {
  for (const broker::Fact& fact : facts) {
    const bool is_refusal = fact.kind == broker::FactKind::connection_refused;
    if (is_traced || is_refusal) out.write(to_string(fact));
  }
}

void make_topics(broker::Broker& node, const std::vector<std::string>& topics, Instant now) {
  for (const std::string& topic : topics) {
    const auto [name, partitions] = parse_topic(topic);
    try {
      node.create_topic(name, partitions, now);
    } catch (const std::invalid_argument& error) {
      throw UsageError(std::string("--topic ") + topic + ": " + error.what());
    }
  }
}

}  // namespace

CLI::App& add_serve(CLI::App& app, ServeOptions& options) {
  CLI::App& serve = *app.add_subcommand("serve", "Run a broker until SIGINT or SIGTERM.");
  serve
      .add_option("--port", options.port,
                  "Kafka port of the first broker (default 9092); 0 picks free ones")
      ->check(CLI::Range(0, 65535));
  serve.add_option("--host", options.host,
                   "Address to listen on (default 127.0.0.1); with it or --port, the properties "
                   "listeners and advertised.listeners, if both are set, are passed over");
  serve.add_option("--http", options.http, "HTTP port, 0 for a free one, or off")
      ->capture_default_str();
  serve.add_option("--topic", options.topics, "NAME:PARTITIONS, made before the first client")
      ->allow_extra_args(false);
  serve.add_option("-c", options.settings, "KEY=VALUE, by Kafka's server.properties names")
      ->allow_extra_args(false);
  serve.add_option("--config", options.config_file, "A server.properties file");
  serve.add_option("--seed", options.seed, "Seed of all ids (default 1), or random");
  serve
      .add_option("--memory-limit", options.memory_limit,
                  "Bytes of records that all topics may hold; 0 for no limit")
      ->capture_default_str();
  serve
      .add_option("--brokers", options.brokers,
                  "Number of brokers, on ports from --port on, with ids from node.id on")
      ->check(CLI::Range(1, most_brokers))
      ->capture_default_str();
  serve.add_option("--racks", options.racks, "A,B,…: the rack of each broker (else broker.rack)")
      ->delimiter(',')
      ->allow_extra_args(false);
  serve
      .add_option("--clock", options.clock,
                  "The broker's clock; a manual one is moved by POST /v1/clock/advance alone")
      ->check(CLI::IsMember({"real", "manual"}))
      ->capture_default_str();
  serve
      .add_option("--as-version", options.as_version,
                  "The Kafka release whose versions and behaviour the broker has")
      ->check(CLI::IsMember({"2.4", "3.9"}))
      ->capture_default_str();
  serve.add_flag("--kafka-defaults", options.uses_kafka_defaults,
                 "Kafka's own defaults where Cohort's differ");
  serve
      .add_option("-o", options.output,
                  "table or json, as of every command; the ready line is the same in both")
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json"}));
  serve.add_flag("--trace", options.is_traced, "Tell on stderr what happens and why");
  return serve;
}

int serve(const ServeOptions& options) {
  broker::Config config = gather_config(options, environment());
  const std::vector<broker::ListenerAddress> addresses = listener_addresses(config, options);
  const std::optional<std::uint16_t> http =
      options.http == "off" ? std::nullopt : std::optional(http_port(options.http));

  config.tells_messages = options.is_traced;
  const Instant start(std::chrono::system_clock::now().time_since_epoch());
  auto owned = std::make_unique<broker::Broker>(config, start);
  broker::Broker& node = *owned;
  const net::ClockMode clock =
      options.clock == "manual" ? net::ClockMode::manual : net::ClockMode::real;
  net::Host host(std::move(owned), {.clock = clock, .start = start});
  make_topics(node, options.topics, host.now());
  OpenListeners open = open_listeners(host, addresses, config);
  node.advertise(std::move(open.listeners));
  const std::string http_host = host_of(options);
  broker::Journal journal;
  std::optional<broker::HttpServer> http_server;
  if (http) {
    const auto reset = [&] {
      host.turn([&] {
        host.restart_clock();
        node.reset(host.now());
        make_topics(node, options.topics, host.now());
      });
    };
    http_server.emplace(
        broker::HttpSubject{
            .host = host, .broker = node, .journal = journal, .clock = clock, .reset = reset},
        http_host, *http);
  }

  std::optional<broker::LongPolls> long_polls;
  if (clock == net::ClockMode::manual) long_polls.emplace(host, node);

  print_banner(config, options.uses_kafka_defaults);
  StandardError out;
  host.after_turn([&] {
    std::vector<broker::Fact> facts = node.take_facts();
    print_facts(out, facts, options.is_traced);
    journal.add(std::move(facts));
    if (http_server) http_server->have_turned();
    if (long_polls) long_polls->have_turned();
  });
  host.stop_on_signals();
  std::string http_at = "off";
  if (http) {
    http_at = "http://";
    http_at += host_and_port(reachable(http_host), http_server->port());
  }
  std::printf("ready bootstrap=%s http=%s\n", open.bootstrap.c_str(), http_at.c_str());
  std::fflush(stdout);
  host.post_after(start_takes, release_program_pages);
  host.run();
  return 0;
}

}  // namespace cohort::tool
