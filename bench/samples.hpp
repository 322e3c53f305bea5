// Batches and messages that the micro benchmarks share.
#pragma once

#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstddef>
#include <string>

namespace bench {

/// One batch of `count` records with values of `size` bytes.
inline cohort::Buffer batch_of(int count, std::size_t size) {
  cohort::BatchBuilder builder({});
  const cohort::Buffer value = cohort::Buffer::copy_of(std::string(size, 'x'));
  for (int i = 0; i < count; ++i) {
    builder.add(cohort::Record{.timestamp = 1'700'000'000'000 + i, .value = value});
  }
  return builder.build().bytes();
}

}  // namespace bench
