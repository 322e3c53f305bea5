#include "connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace cohort::net {

namespace {

constexpr std::size_t write_budget = std::size_t{1024} * 1024;
constexpr std::size_t pieces_per_write = 64;  // As many as Asio passes on in one call.

bool is_would_block(const error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again;
}

}  // namespace

Read Connection::read(std::span<std::uint8_t> into) {
  Read result;
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
