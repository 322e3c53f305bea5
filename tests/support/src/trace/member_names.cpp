#include "trace/member_names.hpp"

#include <fmt/format.h>

namespace cohort::testing {

using broker::Cause;
using broker::Fact;
using broker::FactKind;

void MemberNames::learn(const std::string& member_id, const std::string& process) {
  if (!member_id.empty()) names_.try_emplace(member_id, process);
}

void MemberNames::learn_from(const Fact& fact, const std::string& process) {
  const bool is_its_own = fact.kind == FactKind::member_id_given ||
                          fact.kind == FactKind::member_joined ||
                          fact.kind == FactKind::member_rejoined;
  if (is_its_own && fact.cause.kind == Cause::Kind::request) learn(fact.member_id, process);
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

namespace {

std::string whom(const Fact& fact, const MemberNames& names, const std::string& requester) {
  if (!fact.member_id.empty()) {
    const std::string* member = names.find(fact.member_id);
    return member == nullptr ? fact.member_id : *member;
  }
  const bool is_asked_for = fact.cause.kind == Cause::Kind::request && !requester.empty();
  return is_asked_for ? requester : fact.client_id;
}

/// Most details begin with it.
std::string topic_in(const Fact& fact) {
  if (fact.topic.empty() || fact.detail.find(fact.topic) != std::string::npos) return {};
  return fact.partition < 0 ? fact.topic : fmt::format("{}-{}", fact.topic, fact.partition);
}

}  // namespace

std::string what_of(const Fact& fact, const MemberNames& names, const std::string& requester) {
  std::string text(name(fact.kind));
  for (const std::string& word : {whom(fact, names, requester), topic_in(fact)}) {
    if (!word.empty()) text.append(" ").append(word);
  }
  if (fact.generation > 0) text += fmt::format(" (generation {})", fact.generation);
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

std::string in_words(const Fact& fact, const MemberNames& names, const std::string& requester) {
  std::string text = what_of(fact, names, requester);
  const std::string why = why_of(fact, names);
  if (!why.empty()) text.append(": ").append(why);
  return text;
}

}  // namespace cohort::testing
