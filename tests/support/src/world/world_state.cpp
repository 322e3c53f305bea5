// What a world's state is.
#include "world/world.hpp"

#include <algorithm>
#include <tuple>

namespace cohort::testing {

namespace {

StateHash hash_of(const Program& program, Instant now) {
  StateDigest digest(now);
  program.digest(digest);
  return digest.value();
}

/// But for their names and for what happens to them.
bool are_alike(const ScenarioMember& a, const ScenarioMember& b, Instant now) {
  return a.topics == b.topics && a.properties == b.properties && a.assignors == b.assignors &&
         a.program.type() == b.program.type() && hash_of(a.program, now) == hash_of(b.program, now);
}

}  // namespace

std::size_t ConsumerWorld::World::kind_of(const ScenarioMember& member) const {
  if (reductions_.folds_alike) {
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      if (are_alike(scenario_->members.at(seat), member, simulation_.now())) {
        return seats_.at(seat).kind;
      }
    }
  }
  return seats_.size();
}

/// One for each process that comes, and one for each that is told that it is out.
std::size_t ConsumerWorld::World::member_ids_to_come() const {
  std::size_t count = 0;
  for (const Seat& seat : seats_) {
    count += static_cast<std::size_t>(seat.starts + seat.restarts + seat.expiries);
    if (!seat.is_alive) continue;
    const std::string& id = member(seat).consumer().committer().membership.member_id;
    if (id.empty() || !member_id_of(seat)) ++count;
  }
  return count;
}

StateHash ConsumerWorld::World::state() const {
  StateDigest digest(simulation_.now(), {.coordinator_logs_stay_unread = true,
                                         .ends = end_,
                                         .ages_go_unread = true,
                                         .whole_frames = true,
                                         .member_ids_to_come = member_ids_to_come()});
  const auto add_seat = [&](const Seat& seat) {
    digest.add_all(seat.kind, seat.is_alive, seat.starts, seat.restarts, seat.crashes, seat.leaves);
    digest.add_all(seat.commits, seat.expiries, seat.breaks, seat.stray_commits);
  };
  for (const std::string_view process : simulation_.add_state(digest, processes_of_kind_)) {
    add_seat(*std::ranges::find(seats_, process, &Seat::process));
  }
  // Those that nobody has: nothing but what may happen tells them apart.
  std::vector<const Seat*> empty;
  for (const Seat& seat : seats_) {
    if (!seat.is_alive) empty.push_back(&seat);
  }
  std::ranges::sort(empty, {}, [](const Seat* seat) {
    return std::tuple(seat->kind, seat->starts, seat->restarts, seat->crashes, seat->leaves,
                      seat->commits, seat->expiries, seat->breaks, seat->stray_commits);
  });
  for (const Seat* seat : empty) add_seat(*seat);
  digest.add_all(watch_, effects_, is_calm());
  return digest.value();
}

}  // namespace cohort::testing
