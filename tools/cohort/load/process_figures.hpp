// ProcessFigures: what a process on this machine took of it, as the kernel tells.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cohort::load {

struct ProcessFigures {
  std::chrono::nanoseconds cpu_time{0};  ///< User's and system's.
  std::uint64_t resident_bytes = 0;
  std::uint64_t peak_bytes = 0;  ///< The most that was resident since its start or the last reset.
  ProcessFigures& operator+=(const ProcessFigures& other);
};

/// The number behind `field`, such as "VmHWM:", of `/proc/PID/status`, in bytes; 0 if it is
/// missing.
std::uint64_t memory_in(std::string_view status, std::string_view field);

/// The sum of these processes. Throws std::runtime_error, which names it, if one is not there.
ProcessFigures figures_of(const std::vector<pid_t>& processes);
/// From now on peaks count anew, where the kernel lets this user do so.
void reset_peaks(const std::vector<pid_t>& processes);
/// What this process took.
std::chrono::nanoseconds own_cpu_time();

}  // namespace cohort::load
