#include "load/process_figures.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

namespace cohort::load {
namespace {

TEST(ProcessFigures, MemoryIsInBytes) {
  constexpr const char* status = "Name:\tx\nVmHWM:\t    2000 kB\nVmRSS:\t    1000 kB\n";

  EXPECT_EQ(memory_in(status, "VmHWM:"), 2'048'000U);
  EXPECT_EQ(memory_in(status, "VmRSS:"), 1'024'000U);
  EXPECT_EQ(memory_in(status, "VmSwap:"), 0U);
}

TEST(ProcessFigures, ThisProcessHasSome) {
  const ProcessFigures figures = figures_of({getpid()});

  EXPECT_GT(figures.resident_bytes, 0U);
  EXPECT_GE(figures.peak_bytes, figures.resident_bytes);
}

TEST(ProcessFigures, CpuTimeCountsLessThanATickOfTheKernels) {
  constexpr std::chrono::milliseconds tick(10);
  const ProcessFigures before = figures_of({getpid()});
  ProcessFigures after = before;
  while (after.cpu_time == before.cpu_time) after = figures_of({getpid()});

  EXPECT_GT(before.cpu_time.count(), 0);
  EXPECT_NE((after.cpu_time - before.cpu_time) % tick, std::chrono::nanoseconds(0));
}

TEST(ProcessFigures, AProcessThatIsNotThereIsNamed) {
  constexpr pid_t nobody = 1 << 30;
  try {
    static_cast<void>(figures_of({nobody}));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("1073741824"), std::string::npos);
  }
}

}  // namespace
}  // namespace cohort::load
