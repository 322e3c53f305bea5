// Records as the races write and read them: the topic `orders`, partition 0.
#pragma once

#include "races/race_client.hpp"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace cohort::testing {

/// A producer's id and where its next batch stands in what it has sent.
struct Sequence {
  std::int64_t producer_id = -1;
  std::int32_t next = 0;
};

/// The first offset of what was written.
struct Produced {
  ErrorCode error = ErrorCode::none;
  std::int64_t first_offset = -1;
  bool operator==(const Produced&) const = default;
};
void PrintTo(const Produced& produced, std::ostream* out);

struct Fetched {
  ErrorCode error = ErrorCode::none;
  std::vector<std::string> values{};
  bool operator==(const Fetched&) const = default;
};
void PrintTo(const Fetched& fetched, std::ostream* out);

/// The id of an idempotent producer.
std::int64_t ask_for_producer_id(RaceClient& client);
/// One record, with all acknowledgements.
Pending<Produced> produce(RaceClient& client, const std::string& value,
                          const std::optional<Sequence>& sequence = std::nullopt);
/// From the offset on, without waiting for more.
Pending<Fetched> fetch(RaceClient& client, std::int64_t offset);
/// Where the log begins, as a consumer that starts at `earliest` is told.
std::int64_t earliest_offset(RaceClient& client);

}  // namespace cohort::testing
