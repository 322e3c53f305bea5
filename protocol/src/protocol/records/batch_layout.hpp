// Where the fields of a record batch (magic 2) stand that are read or written alone.
#pragma once

#include <cstddef>

namespace cohort::records::batch_layout {

constexpr std::size_t length = 8;
constexpr std::size_t crc = 17;
constexpr std::size_t attributes = 21;  ///< From here on the checksum holds.
constexpr std::size_t base_timestamp = 27;
constexpr std::size_t max_timestamp = 35;
constexpr std::size_t record_count = 57;

}  // namespace cohort::records::batch_layout
