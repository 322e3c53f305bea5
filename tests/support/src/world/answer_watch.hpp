// AnswerWatch: whether each request of a client is answered once, in order, and nothing else comes.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffers.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace cohort::testing {

/// Sees what a client sends and what it gets, in any pieces. Source: the order of answers is part
/// of Kafka's protocol; each has its request's correlation id.
class AnswerWatch {
 public:
  /// One request's frame, which has an answer.
  void sent(LinkId link, const Buffers& frame);
  /// What is wrong with what came, if something is.
  std::optional<std::string> received(LinkId link, const Buffer& bytes);
  void closed(LinkId link) { links_.erase(link); }
  /// The request of the link that is answered next; nothing if none waits for an answer.
  std::optional<ApiKey> next(LinkId link) const;
  /// The same of all links together.
  bool awaits(ApiKey api) const;

 private:
  struct Request {
    ApiKey api{};
    std::int32_t correlation_id = 0;
  };
  struct Link {
    std::deque<Request> unanswered;  ///< Oldest first.
    std::size_t header_bytes = 0;    ///< Of the next answer's size and correlation id.
    std::uint64_t header = 0;
    std::size_t body_bytes = 0;  ///< Of this answer that are still to come.
  };

  std::map<LinkId, Link> links_;
};

}  // namespace cohort::testing
