#include "child_process.hpp"
#include "scenes.hpp"
#include "wire/figures.hpp"
#include "wire/process_figures.hpp"
#include "wire/raw_connection.hpp"
#include <cohort/protocol/messages/api_versions.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <thread>

namespace bench {

namespace {

std::string bootstrap_in(const std::string& line) {
  const std::size_t at = line.find("bootstrap=");
  if (at == std::string::npos) throw std::runtime_error("the broker says nothing of bootstrap=");
  const std::size_t begin = at + std::string_view("bootstrap=").size();
  return line.substr(begin, line.find_first_of(" ,", begin) - begin);
}

}  // namespace

void measure_process_start(const ProcessStartOptions& options) {
  Figures figures;
  ResidentMemory memory;
  for (int run = 0; run < options.repeat; ++run) {
    const Clock::time_point began = Clock::now();
    ChildProcess broker(options.command);
    RawConnection connection(bootstrap_in(broker.line()));
    connection.call<cohort::ApiVersionsResponse>(cohort::ApiVersionsRequest{}, 0);
    figures.add(Clock::now() - began);
    // What it does after its first answer belongs to an idle broker.
    if (run + 1 < options.repeat) continue;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    memory = resident_memory(broker.id());
  }
  print_line("process-start",
             fmt::format("\"runs\":{},\"answered_ms\":{{{}}},\"idle_mb\":{:.2f},"
                         "\"idle_anonymous_mb\":{:.2f}",
                         figures.size(), figures.json(), static_cast<double>(memory.all) / 1e6,
                         static_cast<double>(memory.anonymous) / 1e6));
}

}  // namespace bench
