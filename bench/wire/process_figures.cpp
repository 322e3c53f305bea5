#include "process_figures.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace bench {

namespace {

std::string folder_of(int process) { return "/proc/" + std::to_string(process); }

}  // namespace

std::chrono::nanoseconds cpu_time(int process) {
  std::int64_t sum = 0;
  for (const auto& thread : std::filesystem::directory_iterator(folder_of(process) + "/task")) {
    // Its first number (Documentation/scheduler/sched-stats.rst).
    std::ifstream file(thread.path() / "schedstat");
    std::int64_t on_processor = 0;
    if (!(file >> on_processor)) throw std::runtime_error("no /proc/…/schedstat");
    sum += on_processor;
  }
  return std::chrono::nanoseconds(sum);
}

ResidentMemory resident_memory(int process) {
  std::ifstream file(folder_of(process) + "/status");
  ResidentMemory memory;
  for (std::string word; file >> word;) {
    if (word == "VmRSS:") file >> memory.all;
    if (word == "RssAnon:") file >> memory.anonymous;
  }
  if (memory.all == 0) throw std::runtime_error("no VmRSS in /proc/…/status");
  return {.all = memory.all * 1024, .anonymous = memory.anonymous * 1024};
}

}  // namespace bench
