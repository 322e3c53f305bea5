// Batches and frames that the micro benchmarks share.
#pragma once

#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/header.hpp>

#include <cstddef>
#include <cstdint>
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

/// A whole request as it comes from a socket.
template <class Request>
cohort::Buffer framed(const Request& request, std::int16_t version) {
  return cohort::encode_request(
             {.api_key = Request::api.key, .api_version = version, .client_id = "bench"}, request)
      .joined();
}

}  // namespace bench
