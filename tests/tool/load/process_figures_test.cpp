#include "load/process_figures.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

namespace cohort::load {
namespace {

TEST(ProcessFigures, CpuTimeIsUserAndSystemTimeWhateverTheProgramIsCalled) {
  constexpr const char* stat =
      "77 (a) b (c) S 1 77 77 0 -1 4194304 1000 0 0 0 150 25 7 7 20 0 3 0 100 1000 100";

  EXPECT_EQ(cpu_time_in(stat, 100), std::chrono::milliseconds(1750));
}

TEST(ProcessFigures, WhatIsNoStatIsRefused) {
  EXPECT_THROW(cpu_time_in("", 100), std::runtime_error);
  EXPECT_THROW(cpu_time_in("77 (a) S 1", 100), std::runtime_error);
}

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
