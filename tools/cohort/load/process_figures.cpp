#include "load/process_figures.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
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

std::chrono::nanoseconds cpu_time_in(std::string_view stat, long ticks_per_second) {
  // The second field is the program's name in brackets, which may hold blanks and brackets
  // (proc(5)).
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) throw std::runtime_error("no process's stat");
  std::string_view rest = stat.substr(name_end + 1);
  constexpr int fields_before_user_time = 12;  // Of those behind the name; system time follows.
  for (int field = 0; field < fields_before_user_time; ++field) {
    const std::size_t blank = rest.find(' ', 1);
    if (blank == std::string_view::npos) throw std::runtime_error("no process's stat");
    if (field == fields_before_user_time - 1) break;
    rest.remove_prefix(blank);
  }
  const std::uint64_t user = leading_number(rest);
  rest.remove_prefix(rest.find(' ', 1));
  const std::uint64_t system = leading_number(rest);
  constexpr std::uint64_t second = 1'000'000'000;
  return std::chrono::nanoseconds((user + system) * second /
                                  static_cast<std::uint64_t>(ticks_per_second));
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
    sum += {.cpu_time = cpu_time_in(text_of_file(proc_file(process, "stat")), sysconf(_SC_CLK_TCK)),
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
