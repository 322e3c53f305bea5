#include "conformance/suite/cleaning.hpp"

#include "conformance/play/dialogue.hpp"
#include "conformance/suite/verdict_of.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace cohort::conform {

namespace {

constexpr Duration cleaning_patience = std::chrono::seconds(120);
/// Few enough for any broker to be done with them before the request's time is over.
constexpr std::size_t names_a_request = 20;

using Names = std::vector<std::string>;

class Cleaning {
 public:
  Cleaning(const TestedBroker& broker, const RunNames& names)
      : target_(broker.target),
        names_(names),
        owns_unnamed_group_(!broker.has_unnamed_group),
        transport_(broker.address, cleaning_patience) {}

  Names run() {
    // Topics of open transactions, and groups of members that are there, would stay.
    attempt("ListTransactions", [&] { end_transactions(); });
    attempt("ListGroups", [&] { delete_groups(); });
    attempt("DeleteTopics", [&] { delete_topics(); });
    return std::move(left_);
  }

 private:
  template <class Work>
  void attempt(const std::string& api, const Work& work) {
    if (!target_.versions_of(api)) return;
    const Verdict verdict = verdict_of([&] {
      try {
        work();
      } catch (const Json::exception& error) {
        throw Failure(error.what());
      }
    });
    if (verdict.outcome == Outcome::passed) return;
    const std::string problem = "what it would have taken: " + verdict.why;
    // A broker that answers nothing does so for each.
    if (left_.empty() || left_.back() != problem) left_.push_back(problem);
  }

  /// On a new connection behind a failure: a broker may close one that it can't serve.
  Json call(const std::string& api, int version, const Json& body) {
    if (!dialogue_) dialogue_.emplace(transport_);
    try {
      return dialogue_->call(api, target_.version_near(api, version), body);
    } catch (const Failure&) {
      dialogue_.reset();
      throw;
    }
  }

  bool is_ours(const std::string& name) const {
    return name.find(names_.tag()) != std::string::npos;
  }
  bool is_our_group(const std::string& id) const {
    return id.empty() ? owns_unnamed_group_ : is_ours(id);
  }

  template <class Fits>
  static Names names_of(const Json& entries, const char* key, const Fits& fits) {
    Names names;
    for (const Json& each : entries) {
      if (!each.at(key).is_string()) continue;
      auto name = each.at(key).get<std::string>();
      if (fits(name)) names.push_back(std::move(name));
    }
    return names;
  }

  template <class Work>
  static void in_parts(const Names& names, const Work& work) {
    for (std::size_t at = 0; at < names.size(); at += names_a_request) {
      const std::size_t end = std::min(at + names_a_request, names.size());
      work(Json(Names(names.begin() + static_cast<std::ptrdiff_t>(at),
                      names.begin() + static_cast<std::ptrdiff_t>(end))));
    }
  }

  /// A new producer of the same id ends what the old one began (KIP-98).
  void end_transactions() {
    const Json listed = call("ListTransactions", 0, Json::object());
    for (const Json& each : listed.at("transaction_states")) {
      const auto id = each.at("transactional_id").get<std::string>();
      if (!is_ours(id) || each.at("transaction_state") != "Ongoing") continue;
      call("InitProducerId", 1, {{"transactional_id", id}, {"transaction_timeout_ms", 1000}});
    }
  }

  /// Whether it helped is seen when the group is deleted.
  void leave(const Json& group, const Json& member) {
    attempt("LeaveGroup", [&] {
      call("LeaveGroup", 1, {{"group_id", group}, {"member_id", member}});
    });
  }

  void delete_groups() {
    // Ids that were given and not used keep a group from being empty, and no request lists them.
    if (target_.versions_of("LeaveGroup")) {
      for (const GivenId& each : names_.given()) leave(each.group, each.member_id);
    }
    const Json listed = call("ListGroups", 0, Json::object());
    const Names ids = names_of(listed.at("groups"), "group_id",
                               [&](const std::string& id) { return is_our_group(id); });
    in_parts(ids, [&](const Json& groups) {
      empty_groups(groups);
      if (!target_.versions_of("DeleteGroups")) return;
      const Json answer = call("DeleteGroups", 0, {{"groups_names", groups}});
      note_failures("group ", answer.at("results"), "group_id");
    });
  }

  void empty_groups(const Json& groups) {
    const Json described = call("DescribeGroups", 0, {{"groups", groups}});
    for (const Json& group : described.at("groups")) {
      for (const Json& member : group.at("members")) {
        leave(group.at("group_id"), member.at("member_id"));
      }
    }
  }

  void delete_topics() {
    const Json metadata = call("Metadata", 4, {{"topics", nullptr}});
    const Json& topics = metadata.at("topics");
    const Names all =
        names_of(topics, "name", [&](const std::string& name) { return is_ours(name); });
    in_parts(all, [&](const Json& names) {
      const Json answer = call("DeleteTopics", 3, {{"topic_names", names}, {"timeout_ms", 4000}});
      note_failures("topic ", answer.at("responses"), "name");
    });
  }

  void note_failures(const std::string& what, const Json& results, const char* key) {
    for (const Json& each : results) {
      if (each.at("error_code") != 0) left_.push_back(what + each.at(key).get<std::string>());
    }
  }

  const Target& target_;
  const RunNames& names_;
  bool owns_unnamed_group_;
  SocketTransport transport_;
  std::optional<Dialogue> dialogue_;
  Names left_;
};

}  // namespace

std::vector<std::string> clean_up(const TestedBroker& broker, const RunNames& names) {
  return Cleaning(broker, names).run();
}

}  // namespace cohort::conform
