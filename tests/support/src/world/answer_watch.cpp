#include "world/answer_watch.hpp"

#include <algorithm>

namespace cohort::testing {

namespace {

constexpr std::size_t header_size = 8;  ///< An answer's size and correlation id.
constexpr std::size_t size_field = 4;

/// API key, version and correlation id, which stand behind the size.
std::uint64_t request_header(const Buffers& frame) {
  std::uint64_t header = 0;
  std::size_t at = 0;
  for (const Buffer& piece : frame.pieces()) {
    for (const std::uint8_t byte : piece.bytes()) {
      if (at >= size_field) header = header << 8U | byte;
      if (++at == size_field + sizeof header) return header;
    }
  }
  return header;
}

}  // namespace

void AnswerWatch::sent(LinkId link, const Buffers& frame) {
  const std::uint64_t header = request_header(frame);
  links_[link].unanswered.push_back(
      {.api = static_cast<ApiKey>(header >> 48U),
       .correlation_id = static_cast<std::int32_t>(header & 0xFFFFFFFFU)});
}

std::optional<std::string> AnswerWatch::received(LinkId link, const Buffer& bytes) {
  Link& state = links_[link];
  std::size_t at = 0;
  const auto all = bytes.bytes();
  while (at < all.size()) {
    if (state.body_bytes > 0) {
      const std::size_t taken = std::min(state.body_bytes, all.size() - at);
      state.body_bytes -= taken;
      at += taken;
      continue;
    }
    state.header = state.header << 8U | all[at++];
    if (++state.header_bytes < header_size) continue;
    state.header_bytes = 0;
    const auto size = static_cast<std::size_t>(state.header >> 32U);
    const auto id = static_cast<std::int32_t>(state.header & 0xFFFFFFFFU);
    state.body_bytes = size - std::min(size, size_field);
    if (state.unanswered.empty()) {
      return "an answer came that nobody waits for, with correlation id " + std::to_string(id);
    }
    if (state.unanswered.front().correlation_id != id) {
      return "the answer with correlation id " + std::to_string(id) + " came before that with " +
             std::to_string(state.unanswered.front().correlation_id);
    }
    state.unanswered.pop_front();
  }
  return std::nullopt;
}

std::optional<ApiKey> AnswerWatch::next(LinkId link) const {
  const auto found = links_.find(link);
  if (found == links_.end() || found->second.unanswered.empty()) return std::nullopt;
  return found->second.unanswered.front().api;
}

bool AnswerWatch::awaits(ApiKey api) const {
  return std::ranges::any_of(links_, [api](const auto& link) {
    return std::ranges::any_of(link.second.unanswered,
                               [api](const Request& request) { return request.api == api; });
  });
}

}  // namespace cohort::testing
