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
  timing->add_option("--gap-ms", latency.gap_ms)->capture_default_str();

  bench::FlowOptions flow;
  CLI::App* flowing = app.add_subcommand("flow", "Records a second");
  flowing->add_option("--records", flow.records)->capture_default_str();
  flowing->add_option("--record-bytes", flow.record_bytes)->capture_default_str();

  CLI11_PARSE(app, argc, argv);
  start.bootstrap = change.bootstrap = latency.bootstrap = flow.bootstrap = bootstrap;
  try {
    const bool is_good = starting->parsed()   ? bench::measure_start(start)
                         : changing->parsed() ? bench::measure_change(change)
                         : timing->parsed()   ? bench::measure_latency(latency)
                                              : bench::measure_flow(flow);
    return is_good ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_peers: %s\n", error.what());
    return 1;
  }
}
