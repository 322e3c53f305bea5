// MessageRecorder: which requests and answers travel between processes and the broker, and when.
#pragma once

#include <cohort/broker/fact.hpp>
#include <cohort/node/node.hpp>
#include <cohort/protocol/frame.hpp>
#include <cohort/sim/network.hpp>
#include <cohort/testing/trace.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

/// Puts together what is sent, what arrives, and what the broker tells of it
/// (Config::tells_messages).
class MessageRecorder {
 public:
  explicit MessageRecorder(std::vector<TraceMessage>& into) : messages_(into) {}

  /// `other_end`: the broker's, while the connection lasts.
  void process_sent(const std::string& process, const Send& send, std::optional<LinkId> other_end,
                    const TraceMoment& when);
  void broker_sent(const Send& send, const TraceMoment& when);
  void process_got(LinkId link, const Buffer& bytes, const TraceMoment& when);
  void broker_got(LinkId link, const Buffer& bytes, const TraceMoment& when);
  /// REQUIRES: is_message(fact.kind).
  void broker_tells(const broker::Fact& fact);
  /// The process whose request the broker has told of last.
  const std::string& requester() const { return requester_; }

 private:
  /// One way along a connection: messages in their order, numbered as in the trace.
  struct Way {
    FrameReader sent{};
    FrameReader arriving{};
    std::vector<std::size_t> messages{};
    std::size_t arrived = 0;  ///< So many of them.
  };
  /// A connection of a process. The n-th answer is that to the n-th request.
  struct Connection {
    std::string process;
    Way requests{};
    Way answers{};
    std::size_t requests_told = 0;            ///< By the broker.
    std::vector<std::string> answer_texts{};  ///< As the broker has told them.
  };

  void arrive(Way& way, const Buffer& bytes, const TraceMoment& when);
  void add_request(Connection& connection, const Buffer& frame, const TraceMoment& when);
  void add_answer(Connection& connection, const TraceMoment& when);
  void set_answer_text(Connection& connection, std::size_t place);
  /// Null if it is not known, or nothing was sent yet.
  Connection* of_broker_end(LinkId end);

  std::vector<TraceMessage>& messages_;
  std::map<LinkId, Connection> connections_;  ///< By the processes' ends.
  std::map<LinkId, LinkId> process_ends_;     ///< By the broker's ends.
  std::string requester_;
};

}  // namespace cohort::testing
