// The state of a whole simulation as a hash.
#include "network_digest.hpp"
#include <cohort/sim/simulation.hpp>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <tuple>

namespace cohort::sim {

namespace {

using NetworkDigest = DigestOf<Network>;

/// By what of a node nodes that are alike are put in order, the first that differs. All but the
/// last do not depend on who is who.
struct Looks {
  StateHash own;  ///< Of itself, and of what is under way to it and from it.
  std::vector<IdsInText::Id> member_ids;
  std::vector<LinkId> ends;
  NodeIndex index{};
  auto operator<=>(const Looks&) const = default;
};

}  // namespace

StateHash Simulation::state(DigestPromises promises, const AlikeNodes& alike) const {
  StateDigest digest(now_, promises);
  add_state(digest, alike);
  return digest.value();
}

void Simulation::add_node(StateDigest& into, NodeIndex index) const {
  const Resident& each = resident(index);
  NetworkDigest::add_ends(into, network_, index);
  if (!each.is_retired) each.node->digest(into);
  into.forget_local_names();
}

std::vector<NodeIndex> Simulation::in_order(const std::vector<std::string>& alike,
                                            const StateDigest& like) const {
  std::vector<Looks> nodes;
  for (const std::string& name : alike) {
    const NodeIndex index = index_of(name);
    if (resident(index).listeners > 0) {
      throw std::invalid_argument(name + " listens: no other node is alike");
    }
    if (resident(index).is_retired) continue;
    StateDigest alone(now_, like.promises());
    NetworkDigest::name_links(alone, network_, index);
    NetworkDigest::add_ends_beyond(alone, network_, index);
    add_node(alone, index);
    nodes.push_back({.own = alone.value(),
                     .member_ids = alone.member_ids(),
                     .ends = NetworkDigest::ends_of(network_, index),
                     .index = index});
  }
  std::ranges::sort(nodes);
  std::vector<NodeIndex> order;
  order.reserve(nodes.size());
  std::ranges::transform(nodes, std::back_inserter(order), &Looks::index);
  return order;
}

std::vector<std::string_view> Simulation::add_state(StateDigest& into,
                                                    const AlikeNodes& alike) const {
  into.add(network_);
  std::vector<bool> is_alike(residents_.size());
  std::vector<NodeIndex> order;
  into.add_word(alike.size());
  for (const std::vector<std::string>& group : alike) {
    for (const std::string& name : group) {
      is_alike.at(static_cast<std::size_t>(index_of(name))) = true;
    }
    const std::vector<NodeIndex> nodes = in_order(group, into);
    into.add_word(nodes.size());
    for (const NodeIndex index : nodes) NetworkDigest::name_links(into, network_, index);
    order.insert(order.end(), nodes.begin(), nodes.end());
  }
  NetworkDigest::name_ends(into, network_);

  std::vector<std::string_view> names;
  names.reserve(order.size());
  for (const NodeIndex index : order) {
    names.push_back(resident(index).name);
    add_node(into, index);
  }
  for (std::size_t i = 0; i < residents_.size(); ++i) {
    if (is_alike.at(i)) continue;
    const Resident& each = residents_.at(i);
    into.add_all(each.name, each.is_retired, each.listeners);
    add_node(into, NodeIndex{static_cast<std::uint32_t>(i)});
  }
  return names;
}

}  // namespace cohort::sim
