// bench_peers: measures a running broker (Cohort or any other) with librdkafka clients.
#include "scenes.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  CLI::App app("Measures a running broker with librdkafka clients; prints one JSON line a figure.");
  app.require_subcommand(1);
  std::string bootstrap;
  app.add_option("--bootstrap", bootstrap, "HOST:PORT")->required();
  int process = 0;
  app.add_option("--process", process, "The broker's id, to tell its processor time");
  int limit_s = 60;
  app.add_option("--limit-s", limit_s, "When a group counts as one that does not settle")
      ->capture_default_str();
  std::string topic;
  app.add_option("--topic", topic, "For groups and spread: one that is there");

  bench::StartOptions start;
  CLI::App* starting = app.add_subcommand("start", "Consumers that start together");
  starting->add_option("--consumers", start.consumers)->delimiter(',')->capture_default_str();
  starting->add_option("--repeat", start.repeat)->capture_default_str();
  starting->add_option("--initial-delay-ms", start.initial_delay_ms, "As the broker is set")
      ->capture_default_str();

  bench::ChangeOptions change;
  CLI::App* changing = app.add_subcommand("change", "One more consumer joins, one leaves");
  changing->add_option("--consumers", change.consumers)->capture_default_str();
  changing->add_option("--repeat", change.repeat)->capture_default_str();
  changing->add_option("--heartbeat-ms", change.heartbeat_ms)->capture_default_str();

  bench::LatencyOptions latency;
  CLI::App* timing = app.add_subcommand("latency", "From produce to a waiting consumer");
  timing->add_option("--records", latency.records)->capture_default_str();
  timing->add_option("--most-seconds", latency.most_seconds)->capture_default_str();
  timing->add_option("--gap-ms", latency.gap_ms)->capture_default_str();

  bench::ThroughputOptions throughput;
  CLI::App* flowing = app.add_subcommand("throughput", "Records a second, batched");
  flowing->add_option("--record-bytes", throughput.record_bytes)->capture_default_str();
  flowing->add_option("--megabytes", throughput.megabytes)->capture_default_str();
  flowing->add_option("--keeps-all", throughput.keeps_all, "Whether the broker keeps all of that")
      ->capture_default_str();

  bench::ThroughputOptions spread;
  CLI::App* spreading = app.add_subcommand("spread", "Records a second read of many partitions");
  spreading->add_option("--record-bytes", spread.record_bytes)->capture_default_str();
  spreading->add_option("--megabytes", spread.megabytes, "Of --topic, 4 in each partition")
      ->capture_default_str();

  bench::SingleOptions single;
  CLI::App* singly = app.add_subcommand("single", "Batches of one record");
  singly->add_option("--records", single.records)->capture_default_str();

  bench::SingleOptions trip;
  CLI::App* tripping = app.add_subcommand("round-trip", "One Produce of one record at a time");
  tripping->add_option("--records", trip.records)->capture_default_str();

  CLI11_PARSE(app, argc, argv);
  start.bootstrap = change.bootstrap = latency.bootstrap = bootstrap;
  throughput.bootstrap = spread.bootstrap = single.bootstrap = trip.bootstrap = bootstrap;
  throughput.process = spread.process = single.process = process;
  start.limit_s = change.limit_s = limit_s;
  start.topic = change.topic = spread.topic = topic;
  try {
    const bool is_good = starting->parsed()    ? bench::measure_start(start)
                         : changing->parsed()  ? bench::measure_change(change)
                         : timing->parsed()    ? bench::measure_latency(latency)
                         : spreading->parsed() ? bench::measure_spread(spread)
                         : singly->parsed()    ? bench::measure_single(single)
                         : tripping->parsed()  ? bench::measure_round_trip(trip)
                                               : bench::measure_throughput(throughput);
    return is_good ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_peers: %s\n", error.what());
    return 1;
  }
}
