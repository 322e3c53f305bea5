#include "connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace cohort::net {

namespace {

constexpr std::size_t worth_populating = std::size_t{64} * 1024;
constexpr std::size_t write_budget = std::size_t{1024} * 1024;
constexpr std::size_t pieces_per_write = 64;  // As many as Asio passes on in one call.

bool is_would_block(const error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again;
}

/// Makes the pages present that bytes are about to be put into, all of them at once: one by one, as
/// each is touched, takes the kernel longer. Only a hint, for Linux 5.14 and later.
void populate([[maybe_unused]] std::span<std::uint8_t> memory) {
#ifdef MADV_POPULATE_WRITE
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t from = (address + page - 1) / page * page;
  const std::uintptr_t to = (address + memory.size()) / page * page;
  if (from >= to) return;
  static_cast<void>(madvise(memory.data() + (from - address), to - from, MADV_POPULATE_WRITE));
#endif
}

}  // namespace

Read Connection::read(std::span<std::uint8_t> into) {
  Read result;
  if (into.size() >= worth_populating) {
    error_code unknown;
    const std::size_t coming = std::min(into.size(), socket.available(unknown));
    if (!unknown && coming >= worth_populating) populate(into.first(coming));
  }
  result.count = socket.read_some(asio::buffer(into.data(), into.size()), result.error);
  result.is_drained = result.count < into.size();
  if (is_would_block(result.error)) result.error.clear();
  return result;
}

bool Connection::discard(std::vector<std::uint8_t>& scratch) {
  error_code error;
  std::size_t count = scratch.size();
  // A few rounds and no more, so that someone who never stops sending does not keep the thread.
  for (int round = 0; round < 16 && count == scratch.size(); ++round) {
    count = socket.read_some(asio::buffer(scratch), error);
  }
  return !error || is_would_block(error);
}

void Connection::queue(const Buffers& bytes) {
  for (const Buffer& piece : bytes.pieces()) unsent_.push_back(piece);
  unsent_bytes += bytes.size();
}

std::size_t Connection::write(error_code& error) {
  std::size_t written = 0;
  while (!unsent_.empty() && written < write_budget) {
    std::array<asio::const_buffer, pieces_per_write> gathered;
    const std::size_t pieces = std::min(unsent_.size(), gathered.size());
    for (std::size_t i = 0; i < pieces; ++i) gathered[i] = {unsent_[i].data(), unsent_[i].size()};
    std::size_t count = socket.write_some(std::span(gathered.data(), pieces), error);
    if (error) break;
    written += count;
    unsent_bytes -= count;
    while (count > 0 && count >= unsent_.front().size()) {
      count -= unsent_.front().size();
      unsent_.pop_front();
    }
    if (count > 0) unsent_.front() = unsent_.front().slice(count);
  }
  if (is_would_block(error)) error.clear();
  return written;
}

}  // namespace cohort::net
