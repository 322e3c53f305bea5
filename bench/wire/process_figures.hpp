// What another process has cost so far: processor time and memory, as Linux tells.
#pragma once

#include <chrono>
#include <cstdint>

namespace bench {

/// Processor time of all threads that it has now, system calls included; in nanoseconds and not in
/// the kernel's ticks. Throws std::runtime_error when there is no such process.
std::chrono::nanoseconds cpu_time(int process);

/// Resident memory in bytes: of all, and of that what is no file's.
struct ResidentMemory {
  std::int64_t all = 0;
  std::int64_t anonymous = 0;
};
ResidentMemory resident_memory(int process);

}  // namespace bench
