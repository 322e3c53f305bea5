#include <cohort/node/time_after.hpp>
#include <cohort/protocol/assert.hpp>
#include <cohort/sim/simulation.hpp>

#include <algorithm>
#include <stdexcept>

namespace cohort::sim {

namespace {

Instant limit_of(Instant now, Duration within) {
  if (within < Duration::zero()) throw std::invalid_argument("time cannot go back");
  return now + within;
}

std::uint64_t number(LinkId link) { return static_cast<std::uint64_t>(link); }

}  // namespace

Simulation::Simulation(Options options)
    : options_(options),
      now_(options.start),
      network_(options.faults, Rng(options.seed).fork("network")) {}

Simulation::Simulation(const Simulation& other)
    : options_(other.options_), now_(other.now_), network_(other.network_), digest_(other.digest_) {
  residents_.reserve(other.residents_.size());
  for (const Resident& each : other.residents_) {
    residents_.push_back({each.name, each.node, each.listeners, each.changes, each.is_retired});
    // Somebody may have a reference to the original.
    if (each.changes == Changes::at_any_time) residents_.back().node = each.node->clone();
    index_resident(NodeIndex{static_cast<std::uint32_t>(residents_.size() - 1)});
  }
}

Simulation& Simulation::operator=(const Simulation& other) {
  if (this != &other) *this = Simulation(other);
  return *this;
}

NodeIndex Simulation::add(const std::string& name, std::unique_ptr<Node> node, Changes changes) {
  COHORT_ASSERT(node != nullptr);
  if (contains(name)) throw std::invalid_argument("there is already a node " + name);
  residents_.push_back({.name = name, .node = std::move(node), .changes = changes});
  const NodeIndex index{static_cast<std::uint32_t>(residents_.size() - 1)};
  index_resident(index);
  carry_out(index);
  return index;
}

/// Enters the last resident into what is kept for finding it.
void Simulation::index_resident(NodeIndex index) {
  const Resident& last = resident(index);
  names_.emplace(last.name, index);
  if (last.changes == Changes::at_any_time && !last.is_retired) asked_.push_back(index);
  note_deadline(index);
}

void Simulation::listen(std::string_view name, const std::string& host, std::uint16_t port) {
  const NodeIndex index = living(name);
  network_.listen(index, resident(index).listeners, {host, port});
  ++resident(index).listeners;
}

void Simulation::retire(std::string_view name) {
  const NodeIndex index = index_of(name);
  if (std::exchange(resident(index).is_retired, true)) return;
  std::erase(asked_, index);
  note_deadline(index);
  network_.retire(index, now_);
}

void Simulation::turn(std::string_view name, const std::function<void()>& work) {
  turn(name, [&work](Node&) { work(); });
}

void Simulation::turn(std::string_view name, const std::function<void(Node&)>& work) {
  const NodeIndex index = living(name);
  try {
    work(own(index));
  } catch (...) {
    carry_out(index);
    throw;
  }
  carry_out(index);
}

void Simulation::look(std::string_view name, const std::function<void(Node&)>& work) {
  const NodeIndex index = living(name);
  work(own(index));
  note_deadline(index);  // In case it has set a timer all the same.
}

Node& Simulation::node(std::string_view name) {
  const NodeIndex index = index_of(name);
  Resident& found = resident(index);
  if (std::exchange(found.changes, Changes::at_any_time) == Changes::in_turns) {
    note_deadline(index);
    if (!found.is_retired) asked_.push_back(index);
  }
  return own(index);
}
const Node& Simulation::node(std::string_view name) const { return *resident(index_of(name)).node; }

Instant Simulation::next_deadline() const {
  return std::min(next_timer().first, network_.next_due());
}

std::vector<ArmedTimer> Simulation::armed_timers() const {
  std::vector<ArmedTimer> all;
  for (const Resident& each : residents_) {
    if (each.is_retired) continue;
    for (ArmedTimer& timer : each.node->armed_timers()) {
      timer.name = each.name + ": " + timer.name;
      all.push_back(std::move(timer));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const ArmedTimer& a, const ArmedTimer& b) {
    return a.deadline < b.deadline;
  });
  return all;
}

void Simulation::settle() { advance(Duration::zero()); }

void Simulation::advance(Duration by) {
  const Instant target = time_after(now_, by);
  std::size_t steps = 0;
  while (step(target)) count_step(steps);
  now_ = target;
}

bool Simulation::run_until(const std::function<bool()>& holds, Duration within) {
  const Instant limit = limit_of(now_, within);
  std::size_t steps = 0;
  while (!holds()) {
    if (!step(limit)) {
      if (limit == Instant::never())
        throw std::runtime_error("nothing is under way and no timer is armed: it never holds");
      now_ = limit;
      return false;
    }
    count_step(steps);
  }
  return true;
}

void Simulation::run_until_idle(Duration limit) {
  const Instant until = limit_of(now_, limit);
  std::size_t steps = 0;
  while (!is_idle()) {
    if (!step(until)) {
      now_ = until;
      throw std::runtime_error("not idle in time; still waiting for:" + what_is_armed());
    }
    count_step(steps);
  }
}

std::vector<Choice> Simulation::choices() const {
  std::vector<Choice> all;
  for (const LinkId end : network_.reachable()) all.emplace_back(end);
  for (std::size_t i = 0; i < residents_.size(); ++i) {
    if (deadline_of(residents_[i]) == Instant::never()) continue;
    all.emplace_back(NodeIndex{static_cast<std::uint32_t>(i)});
  }
  return all;
}

void Simulation::take(Choice choice) {
  if (const auto* end = std::get_if<LinkId>(&choice)) return hand_over(network_.take(*end));
  const NodeIndex index = std::get<NodeIndex>(choice);
  const Instant deadline = deadline_of(resident(index));
  COHORT_ASSERT(deadline != Instant::never());
  now_ = std::max(now_, deadline);
  fire(index);
}

std::vector<LinkId> Simulation::links_of(std::string_view name) const {
  return network_.ends_of(index_of(name));
}

void Simulation::reset_link(LinkId link) { network_.reset(link, now_); }

NodeIndex Simulation::index_of(std::string_view name) const {
  const auto found = names_.find(name);
  if (found == names_.end()) throw std::invalid_argument("there is no node " + std::string(name));
  return found->second;
}

NodeIndex Simulation::living(std::string_view name) const {
  const NodeIndex index = index_of(name);
  if (resident(index).is_retired)
    throw std::invalid_argument("the node " + std::string(name) + " is retired");
  return index;
}

Node& Simulation::own(NodeIndex index) {
  std::shared_ptr<Node>& node = resident(index).node;
  if (node.use_count() > 1) node = node->clone();
  return *node;
}

Instant Simulation::deadline_of(const Resident& each) {
  return each.is_retired ? Instant::never() : each.node->next_deadline();
}

void Simulation::note_deadline(NodeIndex index) {
  const Resident& noted = resident(index);
  const bool is_asked = noted.changes == Changes::at_any_time;
  deadlines_.set(index, is_asked ? Instant::never() : deadline_of(noted));
}

std::pair<Instant, NodeIndex> Simulation::next_timer() const {
  std::pair<Instant, NodeIndex> next = deadlines_.earliest();
  for (const NodeIndex index : asked_) {
    const Instant deadline = resident(index).node->next_deadline();
    if (deadline == Instant::never()) continue;
    next = std::min(next, {deadline, index});
  }
  return next;
}

bool Simulation::step(Instant until) {
  const auto [deadline, index] = next_timer();
  const Instant due = network_.next_due();
  const Instant next = std::min(deadline, due);
  if (next == Instant::never() || next > until) return false;
  // What exploration has taken out of turn may be due in the past.
  now_ = std::max(now_, next);
  if (deadline <= due) {
    fire(index);
    return true;
  }
  hand_over(*network_.take_due(now_));
  return true;
}

void Simulation::fire(NodeIndex index) {
  Node& node = own(index);
  node.advance(now_);
  COHORT_ASSERT(node.next_deadline() > now_);
  carry_out(index);
}

void Simulation::hand_over(Arrival arrival) {
  if (on_arrival_) on_arrival_(arrival, now_);
  Node& node = own(arrival.node);
  if (auto* bytes = std::get_if<Buffer>(&arrival.what)) {
    digest_.add(static_cast<std::uint64_t>(now_.since_epoch().count()));
    digest_.add(number(arrival.link));
    digest_.add(bytes->size());
    digest_.add(bytes->bytes());
    node.received(arrival.link, std::move(*bytes), now_);
  } else if (const auto* opened = std::get_if<Opened>(&arrival.what)) {
    node.opened(arrival.link, opened->peer, now_);
  } else if (const auto* refused = std::get_if<Refused>(&arrival.what)) {
    node.dial_failed(refused->tag, refused->reason, now_);
  } else {
    digest_.add(static_cast<std::uint64_t>(now_.since_epoch().count()));
    digest_.add(number(arrival.link));
    digest_.add(std::uint64_t{0});
    node.closed(arrival.link, now_);
  }
  carry_out(arrival.node);
}

/// Ends a turn: actions first, then the bytes go to the network, whose senders may have more to do
/// then.
void Simulation::carry_out(NodeIndex index) {
  std::vector<LinkId> wanting_flush;
  std::size_t flushed = 0;  // The first of them.
  apply_actions(index, wanting_flush, flushed);
  note_deadline(index);
  const std::vector<LinkId> writable = network_.take_writable();
  wanting_flush.insert(wanting_flush.end(), writable.begin(), writable.end());
  while (flushed < wanting_flush.size()) {
    const LinkId link = wanting_flush[flushed++];
    const std::optional<std::size_t> unsent = network_.flush(link, now_);
    if (!unsent) continue;
    const NodeIndex owner = network_.owner(link);
    own(owner).sent(link, *unsent, now_);
    apply_actions(owner, wanting_flush, flushed);
    note_deadline(owner);
  }
  if (after_turn_) after_turn_();
}

void Simulation::apply_actions(NodeIndex index, std::vector<LinkId>& wanting_flush,
                               std::size_t flushed) {
  if (resident(index).is_retired) return;  // In its own turn.
  own(index).take_actions(actions_);
  const auto touch = [&](LinkId link) {
    const auto waiting = wanting_flush.begin() + static_cast<std::ptrdiff_t>(flushed);
    if (std::find(waiting, wanting_flush.end(), link) != wanting_flush.end()) return;
    wanting_flush.push_back(link);
  };
  for (const Action& action : actions_) {
    if (const auto* send = std::get_if<Send>(&action)) {
      if (on_send_) on_send_(index, *send, now_);
      network_.send(send->link, send->bytes);
      touch(send->link);
    } else if (const auto* close = std::get_if<Close>(&action)) {
      network_.close(close->link);
      touch(close->link);
    } else if (const auto* dial = std::get_if<Dial>(&action)) {
      network_.dial(index, *dial, now_);
    } else if (const auto* pause = std::get_if<PauseRead>(&action)) {
      network_.pause(pause->link);
    } else if (const auto* resume = std::get_if<ResumeRead>(&action)) {
      network_.resume(resume->link, now_);
    } else if (const auto* closing = std::get_if<CloseListener>(&action)) {
      network_.close_listener(index, closing->listener);
    } else {
      network_.reopen_listener(index, std::get<OpenListener>(action).listener);
    }
  }
  actions_.clear();
}

void Simulation::count_step(std::size_t& steps) const {
  if (++steps < options_.step_limit) return;
  throw std::runtime_error("the world does not come to rest: " + std::to_string(steps) +
                           " steps; waiting for:" + what_is_armed());
}

bool Simulation::is_idle() const {
  if (network_.next_due() != Instant::never()) return false;
  return std::all_of(residents_.begin(), residents_.end(), [](const Resident& each) {
    if (each.is_retired) return true;
    const std::vector<ArmedTimer> timers = each.node->armed_timers();
    return std::all_of(timers.begin(), timers.end(),
                       [](const ArmedTimer& timer) { return timer.is_periodic; });
  });
}

std::string Simulation::what_is_armed() const {
  std::string text;
  const std::size_t arriving = network_.reachable().size();
  if (arriving > 0)
    text += "\n  bytes or news under way to " + std::to_string(arriving) + " ends of links";
  for (const ArmedTimer& timer : armed_timers()) {
    if (timer.is_periodic) continue;
    const Duration left = timer.deadline - now_;
    text += "\n  " + timer.name + ", due in " +
            std::to_string(std::chrono::ceil<milliseconds>(left).count()) + " ms";
  }
  return text;
}

}  // namespace cohort::sim
