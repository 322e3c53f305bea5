#include "load/process_figures.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <charconv>
#include <ctime>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace cohort::load {

namespace {

std::string proc_file(pid_t process, std::string_view name) {
  return fmt::format("/proc/{}/{}", process, name);
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (text.empty()) throw std::runtime_error(path + " can't be read: there is no such process");
  return text;
}

/// The whole number that `text` begins with, behind blanks.
std::uint64_t leading_number(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// To the nanosecond, of all its threads. The numbers in /proc/PID/stat are hundredths of seconds.
std::chrono::nanoseconds cpu_time_of(pid_t process) {
  clockid_t clock{};
  timespec time{};
  // Not errno but a status.
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    throw std::runtime_error(fmt::format("the CPU time of process {} can't be read", process));
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::chrono::nanoseconds as_duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

}  // namespace

ProcessFigures& ProcessFigures::operator+=(const ProcessFigures& other) {
  cpu_time += other.cpu_time;
  resident_bytes += other.resident_bytes;
  peak_bytes += other.peak_bytes;
  return *this;
}

std::uint64_t memory_in(std::string_view status, std::string_view field) {
  const std::size_t at = status.find(field);
  if (at == std::string_view::npos) return 0;
  constexpr std::uint64_t kilobyte = 1024;
  return leading_number(status.substr(at + field.size())) * kilobyte;
}

ProcessFigures figures_of(const std::vector<pid_t>& processes) {
  ProcessFigures sum;
  for (const pid_t process : processes) {
    const std::string status = text_of_file(proc_file(process, "status"));
    sum += {.cpu_time = cpu_time_of(process),
            .resident_bytes = memory_in(status, "VmRSS:"),
            .peak_bytes = memory_in(status, "VmHWM:")};
  }
  return sum;
}

void reset_peaks(const std::vector<pid_t>& processes) {
  for (const pid_t process : processes) {
    // 5 resets VmHWM (proc(5)). Another user's process keeps its peak, which is then that of its
    // life.
    std::ofstream(proc_file(process, "clear_refs")) << "5\n";
  }
}

std::chrono::nanoseconds own_cpu_time() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return as_duration(usage.ru_utime) + as_duration(usage.ru_stime);
}

}  // namespace cohort::load
