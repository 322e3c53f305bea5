// What may happen next in a world.
#include "state.hpp"
#include "world/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace cohort::testing {

namespace {

constexpr sim::NodeIndex the_broker{0};

/// What the logs and the group say to these does not depend on when they are asked: no scenario
/// moves coordinators or changes topics.
bool is_of_no_account(ApiKey api) {
  return api == ApiKey::api_versions || api == ApiKey::metadata ||
         api == ApiKey::find_coordinator || api == ApiKey::fetch || api == ApiKey::list_offsets;
}

ApiKey api_of_request(const Buffer& frame) {
  constexpr std::size_t api_at = 4;  // Behind the size.
  const auto bytes = frame.bytes();
  return static_cast<ApiKey>(bytes[api_at] << 8 | bytes[api_at + 1]);
}

}  // namespace

std::size_t ConsumerWorld::World::seat_at(LinkId end) const {
  const sim::NodeIndex owner = simulation_.owner_of(end);
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    if (seats_.at(seat).is_alive && simulation_.index_of(seats_.at(seat).process) == owner) {
      return seat;
    }
  }
  return seats_.size();
}

bool ConsumerWorld::World::arrives_at_once(LinkId end) const {
  const sim::Arrived& what = simulation_.next_arrival(end);
  const bool is_at_broker = simulation_.owner_of(end) == the_broker;
  const auto* bytes = std::get_if<Buffer>(&what);
  if (bytes == nullptr) return true;
  if (is_at_broker) return is_of_no_account(api_of_request(*bytes));
  if (seat_at(end) == seats_.size()) return true;  // Nobody waits for it.
  const auto api = member(seats_.at(seat_at(end))).answered_next(end);
  return api && is_of_no_account(*api);
}

std::vector<Move> ConsumerWorld::World::moves_of(std::size_t number,
                                                 const std::vector<LinkId>& arriving) const {
  const Seat& seat = seats_.at(number);
  std::vector<Move> moves;
  for (const LinkId end : arriving) {
    if (seat_at(end) == number) {
      moves.push_back({.kind = Move::Kind::arrival, .seat = number, .end = end});
    }
  }
  const MemberNode& node = member(seat);
  const auto add = [&](bool may, Move::Kind kind) {
    if (may) moves.push_back({.kind = kind, .seat = number});
  };
  const sim::NodeIndex index = simulation_.index_of(seat.process);
  if (simulation_.deadline_of(index) <= simulation_.now()) {
    moves.push_back({.kind = Move::Kind::timer, .seat = number, .node = index});
  }
  add(node.has_step(), Move::Kind::step);
  add(seat.crashes > 0 && !is_calm(), Move::Kind::crash);
  const bool is_open = !node.is_closing() && !node.has_closed();
  add(seat.leaves > 0 && is_open && !is_calm(), Move::Kind::leave);
  add(seat.commits > 0 && is_open && !node.consumer().owned().empty(), Move::Kind::commit);
  add(seat.breaks > 0 && !is_calm(), Move::Kind::breakage);
  const bool has_id = !node.consumer().committer().membership.member_id.empty();
  add(seat.stray_commits > 0 && has_id, Move::Kind::stray_commit);
  return moves;
}

/// Whether something is to happen to it for certain, and nothing else that could come to it has to
/// happen elsewhere first. Then its own moves are a persistent set: none of the others' moves, and
/// nothing that follows from them, has to do with it before one of its own is made (Godefroid).
bool ConsumerWorld::World::goes_by_itself(const Seat& seat,
                                          const std::vector<LinkId>& arriving) const {
  const MemberNode& node = member(seat);
  const Instant deadline = simulation_.deadline_of(simulation_.index_of(seat.process));
  bool is_certain = node.has_step() || deadline <= simulation_.now();
  for (const LinkId end : simulation_.links_of(seat.process)) {
    if (std::ranges::find(arriving, end) != arriving.end()) {
      is_certain = true;
    } else if (node.answered_next(end)) {
      return false;
    }
  }
  return is_certain;
}

/// At the broker, from a connection that its process, which lives, does not have any more.
bool ConsumerWorld::World::is_late(LinkId end) const {
  if (simulation_.owner_of(end) != the_broker || simulation_.peer_of(end)) return false;
  const std::string process = process_behind(end);
  return std::ranges::any_of(
      seats_, [&](const Seat& seat) { return seat.is_alive && seat.process == process; });
}

/// Who waits in the group, as the broker knows it, does not expire.
bool ConsumerWorld::World::is_parked(const Seat& seat) const {
  const sim::NodeIndex index = simulation_.index_of(seat.process);
  const auto& owed = broker().state().owed;
  return std::ranges::any_of(owed, [&](const auto& each) {
    const broker::OwedReply& reply = each.second;
    const bool is_of_group =
        reply.api_key == ApiKey::join_group || reply.api_key == ApiKey::sync_group;
    return is_of_group && simulation_.peer_of(reply.link) == index;
  });
}

/// Time passes to what is due next. What others do at that same moment is due then. Who may still
/// come comes before the calm.
std::vector<Move> ConsumerWorld::World::time_moves() const {
  std::optional<sim::NodeIndex> first;
  for (const sim::Choice& choice : simulation_.choices()) {
    const auto* node = std::get_if<sim::NodeIndex>(&choice);
    if (node == nullptr) continue;
    if (!first || simulation_.deadline_of(*node) < simulation_.deadline_of(*first)) first = *node;
  }
  if (!first || simulation_.deadline_of(*first) > end_) return {};
  const bool somebody_comes = std::ranges::any_of(
      seats_, [](const Seat& seat) { return seat.starts > 0 && !seat.is_alive; });
  if (somebody_comes && simulation_.deadline_of(*first) > calm_) return {};
  if (simulation_.deadline_of(*first) <= simulation_.now()) return {};  // One of the moves before.
  return {{.kind = Move::Kind::timer, .seat = seats_.size(), .node = *first}};
}

std::vector<Move> ConsumerWorld::World::possible_moves() const {
  std::vector<LinkId> arriving;
  for (const sim::Choice& choice : simulation_.choices()) {
    if (const auto* end = std::get_if<LinkId>(&choice)) arriving.push_back(*end);
  }
  if (reductions_.answers_first) {
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      if (!seats_.at(seat).is_alive || !goes_by_itself(seats_.at(seat), arriving)) continue;
      return moves_of(seat, arriving);
    }
  }
  std::vector<Move> moves;
  // What a connection that broke still carries may take any time.
  bool is_quiet = std::ranges::all_of(arriving, [this](LinkId end) { return is_late(end); });
  for (const LinkId end : arriving) {
    if (simulation_.owner_of(end) == the_broker) {
      moves.push_back({.kind = Move::Kind::arrival, .seat = seats_.size(), .end = end});
    }
  }
  for (std::size_t number = 0; number < seats_.size(); ++number) {
    const Seat& seat = seats_.at(number);
    if (seat.starts > 0 && !seat.is_alive) {
      moves.push_back({.kind = Move::Kind::start, .seat = number});
    }
    if (!seat.is_alive) continue;
    const std::vector<Move> own = moves_of(number, arriving);
    moves.insert(moves.end(), own.begin(), own.end());
    is_quiet = is_quiet && !member(seat).has_step();
    if (seat.expiries > 0 && !is_calm() && !is_parked(seat) && member_id_of(seat)) {
      moves.push_back({.kind = Move::Kind::expiry, .seat = number});
    }
  }
  if (!is_quiet) return moves;
  for (const Move& move : time_moves()) moves.push_back(move);
  return moves;
}

std::string ConsumerWorld::World::describe_arrival(LinkId end) const {
  const auto* bytes = std::get_if<Buffer>(&simulation_.next_arrival(end));
  if (simulation_.owner_of(end) == the_broker) {
    const std::string from = process_behind(end);
    if (bytes == nullptr) return "the broker hears that a connection of " + from + " is closed";
    return fmt::format("{} of {} reaches the broker", cohort::name(api_of_request(*bytes)), from);
  }
  const Seat& seat = seats_.at(seat_at(end));
  const auto api = member(seat).answered_next(end);
  if (bytes == nullptr || !api) return "news of a connection reach " + seat.process;
  return fmt::format("the answer to {} reaches {}", cohort::name(*api), seat.process);
}

std::string ConsumerWorld::World::process_behind(LinkId broker_end) const {
  const auto found = std::ranges::find(links_, broker_end, &decltype(links_)::value_type::first);
  return found == links_.end() ? "somebody" : simulation_.name_of(found->second);
}

std::string ConsumerWorld::World::describe_timer(sim::NodeIndex node) const {
  const Instant due = simulation_.deadline_of(node);
  const Duration passed = std::max(due - simulation_.now(), Duration::zero());
  const auto timers_of = [this](const std::string& owner) {
    return owner + ": " + simulation_.node(owner).armed_timers().front().name;
  };
  std::string text = timers_of(simulation_.name_of(node));
  // What else is due then, at the members: the broker's housekeeping explains little.
  for (const Seat& seat : seats_) {
    if (passed == Duration::zero() || !seat.is_alive) continue;
    const sim::NodeIndex other = simulation_.index_of(seat.process);
    if (other != node && simulation_.deadline_of(other) == due) {
      text += "; " + timers_of(seat.process);
    }
  }
  return fmt::format("{} ms pass: {}",
                     std::chrono::duration_cast<std::chrono::milliseconds>(passed).count(), text);
}

std::string ConsumerWorld::World::name(const Move& move) const {
  const auto process = [&] { return seats_.at(move.seat).process; };
  switch (move.kind) {
    case Move::Kind::arrival:
      return describe_arrival(move.end);
    case Move::Kind::step:
      return fmt::format("{}: {}", process(), to_string(member(seats_.at(move.seat)).next_step()));
    case Move::Kind::timer:
      return describe_timer(move.node);
    case Move::Kind::start:
      return process().empty() ? scenario_->members.at(move.seat).name + " starts"
                               : process() + "' starts in place of " + process();
    case Move::Kind::crash:
      return process() + " dies";
    case Move::Kind::leave:
      return process() + " closes its consumer";
    case Move::Kind::commit:
      return process() + " commits what it owns";
    case Move::Kind::expiry:
      return "the session of " + process() + ", which lives, ends";
    case Move::Kind::breakage:
      return "the connections of " + process() + " break; what it has sent is still under way";
    case Move::Kind::stray_commit:
      return "somebody commits in the name of " + process();
  }
  return "?";
}

}  // namespace cohort::testing
