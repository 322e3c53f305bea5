// Processor: one instance of an application that consumes, processes and produces exactly once.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/node/state_digest.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/header.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::testing {

/// Where the processors of a scenario read and write.
inline constexpr const char* input_topic = "input";
inline constexpr const char* output_topic = "output";
inline constexpr const char* processor_group = "processors";
inline constexpr std::int32_t input_partitions = 2;
inline constexpr const char* broker_host = "broker";
inline constexpr std::uint16_t broker_port = 9092;
/// When all records are made: when a simulation starts, so that no read ends with a segment.
inline constexpr std::int64_t record_time_ms = 1'704'067'200'000;

/// What a processor waits for an answer to.
enum class Step : std::uint8_t {
  init,
  join,
  sync,
  fetch_offsets,
  fetch,
  add_partition,
  produce,
  add_offsets,
  commit_offsets,
  end,
  heartbeat,
  stopped,  ///< For nothing: somebody else has its transactional id.
};
std::string_view name(Step step);

/// A record of the input that is being processed.
struct Input {
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::string value;
  bool operator==(const Input&) const = default;
};

/// A member of a consumer group that copies each record of the input to the output and commits its
/// offset in one transaction (KIP-98, KIP-447). One connection, one request at a time, one record a
/// transaction; it goes on for ever. After an error that a transaction does not survive it aborts
/// and goes back to what is committed; when it is told that its place in the group is gone it
/// rejoins; fenced, it stops.
class Processor final : public Node {
 public:
  /// `client_id` is one process's; the transactional id passes to the process that replaces it.
  Processor(std::string client_id, std::string transactional_id);

  Step step() const { return state_.step; }
  const std::string& client_id() const { return client_id_; }
  const std::string& member_id() const { return state_.member_id; }
  std::int32_t generation() const { return state_.generation; }

  void opened(LinkId link, const Peer& peer, Instant now) override;
  void dial_failed(DialTag, const std::string&, Instant) override {}
  void received(LinkId link, Buffer bytes, Instant now) override;
  void sent(LinkId, std::size_t, Instant) override {}
  void closed(LinkId, Instant) override {}
  void advance(Instant) override {}
  Instant next_deadline() const override { return Instant::never(); }
  void take_actions(std::vector<Action>& into) override;
  std::unique_ptr<Node> clone() const override { return std::make_unique<Processor>(*this); }
  void digest(StateDigest& into) const override { into.add_all(client_id_, state_); }

 private:
  struct State {
    LinkId link{};
    Step step = Step::init;
    std::int64_t producer_id = -1;
    std::int16_t producer_epoch = -1;
    std::int32_t next_sequence = 0;
    std::string member_id;
    std::int32_t generation = -1;
    std::vector<std::string> members;                ///< Told to the leader alone.
    std::map<std::int32_t, std::int64_t> positions;  ///< Of the partitions that are its own.
    std::optional<Input> input;                      ///< In the transaction that is open.
    bool has_read_all = false;                       ///< As far as there was anything.
    bool aborts = false;                             ///< The transaction that is open.
    bool must_rejoin = false;                        ///< When it has ended.
  };

  /// Sends what the step begins with.
  void begin(Step step);
  template <class Request>
  void send(const Request& request, std::int16_t version);

  void begin_join();
  void begin_sync();
  void begin_fetch_offsets();
  void begin_fetch();
  void begin_add_partition();
  void begin_produce();
  void begin_commit_offsets();

  // What follows from the answer.
  void initialized(const Buffer& frame);
  void joined(const Buffer& frame);
  void synced(const Buffer& frame);
  void offsets_fetched(const Buffer& frame);
  void fetched(const Buffer& frame);
  void partition_added(const Buffer& frame);
  void produced(const Buffer& frame);
  void offsets_added(const Buffer& frame);
  void offsets_committed(const Buffer& frame);
  void ended(const Buffer& frame);
  void heartbeat_answered(const Buffer& frame);

  /// The transaction goes on with `next`, or is done for.
  void go_on(ErrorCode error, Step next);
  void abort();
  /// It is a member no more, or not of this generation.
  void lose_place(ErrorCode error);

  std::string client_id_;
  std::string transactional_id_;
  State state_;
  std::vector<Action> actions_;
};

}  // namespace cohort::testing
