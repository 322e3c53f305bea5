#include "consumer_subscription.hpp"
#include <cohort/broker/journal.hpp>

#include <algorithm>
#include <iterator>

namespace cohort::broker {

namespace {

bool names(const Partitions& partitions, const std::string& topic, std::int32_t partition) {
  const auto found = partitions.find(topic);
  return found != partitions.end() && std::ranges::binary_search(found->second, partition);
}

/// The member is in the group no more.
bool is_departure(FactKind kind) {
  return kind == FactKind::member_left || kind == FactKind::member_expired ||
         kind == FactKind::member_fenced;
}

/// Nobody owns anything any more, or it is told anew who does.
bool ends_all(FactKind kind) {
  return kind == FactKind::group_emptied || kind == FactKind::group_deleted ||
         kind == FactKind::assignment_received || kind == FactKind::group_unloaded ||
         kind == FactKind::group_loaded || kind == FactKind::broker_reset;
}

/// What rebalances and owners are made of.
bool is_of_story(FactKind kind) {
  return is_departure(kind) || ends_all(kind) || kind == FactKind::member_joined ||
         kind == FactKind::rebalance_started || kind == FactKind::initial_delay_extended ||
         kind == FactKind::generation_formed || kind == FactKind::assignment_kept;
}

void keep(const Entry& entry, std::deque<Entry>& entries) {
  entries.push_back(entry);
  if (entries.size() > Journal::facts_of_a_group) entries.pop_front();
}

/// A coordinator that goes and comes back in one moment has taken nothing from its members.
Ownership* interrupted(std::vector<Ownership>& owners, const Share& share, const Fact& fact) {
  const auto found = std::ranges::find_if(owners, [&](const Ownership& owner) {
    return owner.member_id == share.member_id && owner.generation == fact.generation &&
           owner.until == fact.at;
  });
  return found == owners.end() ? nullptr : &*found;
}

}  // namespace

void Journal::add(std::vector<Fact> facts) {
  for (Fact& fact : facts) {
    if (is_message(fact.kind) || !transcript_.empty()) {
      transcript_.push_back({is_message(fact.kind) ? 0 : next_, fact});
      if (transcript_.size() > most_transcript) transcript_.pop_front();
    }
    if (is_message(fact.kind)) continue;
    const Entry& entry = entries_.emplace_back(Entry{next_++, std::move(fact)});
    keep_for_group(entry);
    if (entries_.size() > capacity_) entries_.pop_front();
  }
}

void Journal::keep_for_group(const Entry& entry) {
  if (entry.fact.kind == FactKind::broker_reset) {
    last_reset_ = entry.number;
    // It concerns every group that was there. How quiet they are is told by facts of their own.
    for (auto& [name, kept] : groups_) {
      const bool is_known = !kept.story.empty() && kept.story.back().number > kept.last_number;
      if (!is_known) keep(entry, kept.story);
    }
  }
  if (entry.fact.group.empty()) return;
  GroupEntries& kept = groups_[entry.fact.group];
  keep(entry, is_of_story(entry.fact.kind) ? kept.story : kept.rest);
  quietest_.erase(std::exchange(kept.last_number, entry.number));
  quietest_.emplace(entry.number, entry.fact.group);
  if (groups_.size() <= most_groups) return;
  groups_.erase(quietest_.begin()->second);
  quietest_.erase(quietest_.begin());
}

std::optional<std::vector<Entry>> Journal::since(std::uint64_t number) const {
  number = std::max<std::uint64_t>(number, 1);  // 0 is before the first: all that there ever was.
  if (number < first()) return std::nullopt;
  if (number >= next_) return std::vector<Entry>();
  const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(number - first());
  return std::vector<Entry>(from, entries_.end());
}

const Entry* Journal::find(std::uint64_t number) const {
  if (number < first() || number >= next_) return nullptr;
  return &entries_[static_cast<std::size_t>(number - first())];
}

std::vector<Entry> Journal::last(std::size_t count) const {
  const std::size_t shown = std::min(count, entries_.size());
  return {entries_.end() - static_cast<std::ptrdiff_t>(shown), entries_.end()};
}

std::vector<Entry> Journal::transcript(std::size_t count) const {
  if (transcript_.empty()) return last(count);
  const std::size_t shown = std::min(count, transcript_.size());
  return {transcript_.end() - static_cast<std::ptrdiff_t>(shown), transcript_.end()};
}

std::vector<Entry> Journal::timeline(const std::string& group) const {
  const auto found = groups_.find(group);
  if (found == groups_.end()) return {};
  const auto& [story, rest, last_number] = found->second;
  std::vector<Entry> entries;
  std::ranges::merge(story, rest, std::back_inserter(entries), {}, &Entry::number, &Entry::number);
  return entries;
}

std::vector<Entry> Journal::transaction_timeline(const std::string& transactional_id) const {
  std::vector<Entry> entries;
  std::ranges::copy_if(entries_, std::back_inserter(entries), [&](const Entry& entry) {
    return !transactional_id.empty() && entry.fact.transactional_id == transactional_id;
  });
  return entries;
}

std::vector<Rebalance> Journal::rebalances(const std::string& group) const {
  std::vector<Rebalance> rebalances;
  for (const Entry& entry : timeline(group)) {
    const Fact& fact = entry.fact;
    if (fact.kind == FactKind::rebalance_started) {
      rebalances.push_back({.started = fact.at, .why = fact.detail, .cause = fact.cause});
    }
    if (rebalances.empty()) continue;
    Rebalance& latest = rebalances.back();
    if (fact.kind == FactKind::generation_formed) {
      latest.generation = fact.generation;
      latest.formed = fact.at;
    } else if (fact.kind == FactKind::assignment_received) {
      latest.assigned = fact.at;
      latest.shares = fact.shares;
    } else if (fact.kind == FactKind::group_unloaded || fact.kind == FactKind::broker_reset) {
      if (!latest.assigned && !latest.abandoned) latest.abandoned = fact.at;
    }
  }
  return rebalances;
}

std::vector<Ownership> Journal::owners(const std::string& group, const std::string& topic,
                                       std::int32_t partition) const {
  std::vector<Ownership> owners;
  for (const Entry& entry : timeline(group)) {
    const Fact& fact = entry.fact;
    for (Ownership& owner : owners) {
      const bool is_gone = is_departure(fact.kind) && fact.member_id == owner.member_id;
      if (!owner.until && (is_gone || ends_all(fact.kind))) owner.until = fact.at;
    }
    for (const Share& share : fact.shares) {
      if (!names(assigned_partitions(share.assignment), topic, partition)) continue;
      if (Ownership* owner = interrupted(owners, share, fact)) {
        owner->until.reset();
        continue;
      }
      owners.push_back({.member_id = share.member_id,
                        .client_id = share.client_id,
                        .generation = fact.generation,
                        .from = fact.at});
    }
  }
  return owners;
}

std::string to_string(const Entry& entry) {
  const std::string number = entry.number == 0 ? "" : std::to_string(entry.number) + " ";
  return number + to_string(entry.fact);
}

}  // namespace cohort::broker
