#include "trace/member_names.hpp"

#include <fmt/format.h>

namespace cohort::testing {

using broker::Cause;
using broker::Fact;
using broker::FactKind;

void MemberNames::learn(const Fact& fact, const std::string& process) {
  const bool is_its_own = fact.kind == FactKind::member_id_given ||
                          fact.kind == FactKind::member_joined ||
                          fact.kind == FactKind::member_rejoined;
  if (is_its_own && !fact.member_id.empty()) names_.try_emplace(fact.member_id, process);
}

const std::string* MemberNames::find(const std::string& member_id) const {
  const auto found = names_.find(member_id);
  return found == names_.end() ? nullptr : &found->second;
}

std::string MemberNames::in_names(std::string text) const {
  for (const auto& [id, name] : names_) {
    for (std::size_t at = text.find(id); at != std::string::npos; at = text.find(id, at)) {
      text.replace(at, id.size(), name);
      at += name.size();
    }
  }
  return text;
}

std::string what_of(const Fact& fact, const MemberNames& names) {
  std::string text(name(fact.kind));
  const std::string* member = names.find(fact.member_id);
  if (member != nullptr) {
    text.append(" ").append(*member);
  } else if (!fact.member_id.empty()) {
    text.append(" ").append(fact.member_id);
  } else if (!fact.client_id.empty()) {
    text.append(" ").append(fact.client_id);
  }
  if (!fact.topic.empty()) text.append(" ").append(fact.topic);
  if (fact.partition >= 0) text += fmt::format("-{}", fact.partition);
  if (fact.generation >= 0) text += fmt::format(" (generation {})", fact.generation);
  return text;
}

std::string why_of(const Fact& fact, const MemberNames& names) {
  std::string text = names.in_names(fact.detail);
  if (fact.cause.kind == Cause::Kind::start) return text;
  if (!text.empty()) text += ' ';
  text += fmt::format("[{}{}{}]", name(fact.cause.kind), fact.cause.name.empty() ? "" : " ",
                      fact.cause.name);
  return text;
}

std::string in_words(const Fact& fact, const MemberNames& names) {
  const std::string why = why_of(fact, names);
  return why.empty() ? what_of(fact, names) : what_of(fact, names) + ": " + why;
}

}  // namespace cohort::testing
