#include <cohort/sim/deadlines.hpp>

#include <algorithm>

namespace cohort::sim {

void Deadlines::set(NodeIndex node, Instant deadline) {
  const auto index = static_cast<std::size_t>(node);
  if (index >= tree_.size() / 2) grow(index + 1);
  std::size_t place = tree_.size() / 2 + index;
  if (tree_[place] == deadline) return;
  tree_[place] = deadline;
  for (place /= 2; place > 0; place /= 2) {
    const Instant earlier = std::min(tree_[2 * place], tree_[2 * place + 1]);
    if (tree_[place] == earlier) return;
    tree_[place] = earlier;
  }
}

std::pair<Instant, NodeIndex> Deadlines::earliest() const {
  if (tree_.empty() || tree_[1] == Instant::never()) return {Instant::never(), NodeIndex{}};
  std::size_t place = 1;
  while (place < tree_.size() / 2)
    place = tree_[2 * place] == tree_[place] ? 2 * place : 2 * place + 1;
  return {tree_[place], NodeIndex{static_cast<std::uint32_t>(place - tree_.size() / 2)}};
}

void Deadlines::grow(std::size_t nodes) {
  std::size_t room = std::max<std::size_t>(tree_.size() / 2, 1);
  while (room < nodes) room *= 2;
  std::vector<Instant> larger(2 * room, Instant::never());
  std::copy(tree_.begin() + static_cast<std::ptrdiff_t>(tree_.size() / 2), tree_.end(),
            larger.begin() + static_cast<std::ptrdiff_t>(room));
  for (std::size_t place = room - 1; place > 0; --place) {
    larger[place] = std::min(larger[2 * place], larger[2 * place + 1]);
  }
  tree_ = std::move(larger);
}

}  // namespace cohort::sim
