// Faults: what a simulated network does to the bytes on their way.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstddef>
#include <cstdint>

namespace cohort::sim {

/// The default is a perfect network: every Send arrives whole, in order, at the instant it was
/// sent. Chances are per thousand; each end of each link draws from its own fork of the seed. Order
/// within a link always holds.
struct Faults {
  Duration latency_min{0};  ///< One way; drawn for each piece between the two, both included.
  Duration latency_max{0};
  std::uint32_t delays_per_thousand = 0;  ///< Pieces held up by up to `delay_max` more.
  Duration delay_max{0};
  std::uint32_t cuts_per_thousand = 0;  ///< Sends that arrive in two to five pieces.
  std::uint32_t glues_per_thousand =
      0;  ///< Sends that arrive in one piece with the one before, if that waits.
  std::uint32_t resets_per_thousand = 0;  ///< Sends in whose stead the link breaks, for both ends.
  std::size_t piece_limit = SIZE_MAX;     ///< No piece is longer; 1 delivers byte by byte.
  /// Bytes of one direction that may be under way or wait at a paused end; the rest stays unsent at
  /// the sender.
  std::size_t window = std::size_t{256} * 1024;

  bool operator==(const Faults&) const = default;
};

}  // namespace cohort::sim
