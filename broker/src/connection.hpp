// Connection: one client's link, from the bytes that arrive to the answers that leave in order.
#pragma once

#include "reply_id.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/frame.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace cohort::broker {

/// Above this much unsent a connection's requests wait, so that a client that never reads costs no
/// more.
inline constexpr std::size_t unsent_before_pause = std::size_t{1} << 20;
/// Above this much unsent the connection is closed.
inline constexpr std::size_t unsent_before_close = std::size_t{64} << 20;
/// What a client may send ahead while its request is parked, before its reading is paused.
inline constexpr std::size_t ahead_before_pause = std::size_t{64} << 10;

/// Plain data. A parked request stops the connection until it is answered, as Kafka mutes a channel
/// while one of its requests is in work (SocketServer.Processor); all others are answered within
/// the wake-up that brought them.
struct Connection {
  Peer peer;
  FrameReader frames;
  std::optional<ReplyId> parked;  ///< The one answer that is owed, if any.
  Buffers outgoing;               ///< Answers of this wake-up, not handed to the host yet.
  std::size_t unsent = 0;         ///< Handed to the host and still there.
  std::size_t bytes_ahead = 0;    ///< Received and not yet taken up as requests.
  bool is_read_paused = false;
  bool is_unanswerable = false;  ///< An answer can't be written; the connection is to be refused.
  bool has_place = false;        ///< It counts among its broker's connections.
  bool awaits_place = false;     ///< There are too many; nothing of it is read until one goes.
  bool is_closing = false;       ///< A Close was handed out; nothing more is read or written.
  Instant last_active;
  std::string client_id;      ///< Of its last request.
  std::string software_name;  ///< From ApiVersions v3+ (KIP-511); empty until then.
  std::string software_version;

  std::size_t backlog() const { return unsent + outgoing.size(); }
  /// May the next request of this connection be taken up?
  bool is_ready() const {
    return !parked.has_value() && !is_closing && !awaits_place && backlog() < unsent_before_pause;
  }
};

}  // namespace cohort::broker
