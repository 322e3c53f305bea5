// The macros of CaseRun: what a case stands on and is not about.
#include "conformance/play/case_run.hpp"
#include "conformance/play/json_path.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace cohort::conform {

namespace {

constexpr const char* macro_connection = "macro";
constexpr int most_tries = 100;
/// Of Metadata: the first in which a client says whether a topic may be made, and with ids.
constexpr int topic_version = 4;
constexpr int topic_id_version = 12;

Json one(Json element) {
  Json list = Json::array();
  list.push_back(std::move(element));
  return list;
}

bool is_error_free(const Json& answer) {
  const std::set<int> codes = error_codes_in(answer);
  return std::all_of(codes.begin(), codes.end(), [](int code) { return code == 0; });
}

std::string name_of(const Json& member) { return member.at("name").get<std::string>(); }

bool has_instance(const Json& member) {
  return member.contains("instance") && !member.at("instance").is_null();
}

/// Protocols as a case writes them: pairs of name and metadata.
Json protocols_of(const Json& member) {
  Json protocols = Json::array();
  const Json pairs = member.value("protocols", Json::parse(R"([["range", "meta"]])"));
  for (const Json& pair : pairs) {
    protocols.push_back({{"name", pair.at(0)}, {"metadata", pair.at(1)}});
  }
  return protocols;
}

}  // namespace

Json CaseRun::call(const std::string& connection, const std::string& api, int version,
                   const Json& body) {
  return dialogue(connection)->call(api, target_.version_near(api, version), body);
}

Json CaseRun::describe_topic(const Json& topic, int version, bool may_create) {
  const Json named{{"name", topic}};
  const Json metadata = call(macro_connection, "Metadata", version,
                             {{"topics", one(named)}, {"allow_auto_topic_creation", may_create}});
  return metadata.at("topics").at(0);
}

void CaseRun::request_topic(const Json& step, const Json& topic, int partitions) {
  const Json given = step.value("configs", Json::object());
  if (!target_.versions_of("CreateTopics")) {
    // A broker may know no other way than to make what is asked for.
    if (!given.empty()) throw Unsupported("the broker has no CreateTopics");
    describe_topic(topic, topic_version, true);
    return;
  }
  Json configs = Json::array();
  for (const auto& [key, value] : given.items()) {
    configs.push_back({{"name", key}, {"value", value}});
  }
  const Json created{{"name", topic},
                     {"num_partitions", partitions},
                     {"replication_factor", 1},
                     {"configs", configs}};
  const Json answer =
      call(macro_connection, "CreateTopics", 4, {{"timeout_ms", 5000}, {"topics", one(created)}});
  if (!is_error_free(answer)) throw Failure("create_topic: " + text_of(answer));
}

/// Where topics come by themselves, more partitions do no harm, unless a case counts them.
bool CaseRun::serves(int partitions, int wanted) const {
  if (partitions == 0 || partitions == wanted || target_.versions_of("CreateTopics")) return true;
  return partitions > wanted && !counts_partitions_;
}

bool CaseRun::has_ends(const Json& topic, int partitions) {
  Json positions = Json::array();
  for (int i = 0; i < partitions; ++i) {
    positions.push_back({{"partition_index", i}, {"timestamp", -1}});
  }
  const Json asked{{"name", topic}, {"partitions", positions}};
  return is_error_free(
      call(macro_connection, "ListOffsets", 1, {{"replica_id", -1}, {"topics", one(asked)}}));
}

void CaseRun::create_topic(const Json& step) {
  const Json topic = variables_.fill(step.at("create_topic"));
  const int partitions = step.value("partitions", 1);
  const int version = step.contains("save_id") ? topic_id_version : topic_version;
  if (target_.versions_of("Metadata")->last < version && step.contains("save_id")) {
    throw Unsupported("the broker has no topic ids");
  }
  request_topic(step, topic, partitions);
  Json found;
  for (int tries = 0; tries < most_tries; ++tries) {
    found = describe_topic(topic, version);
    const auto count = static_cast<int>(found.at("partitions").size());
    if (!serves(count, partitions)) {
      throw Unsupported("the broker makes topics of " + std::to_string(count) + " partitions");
    }
    if (count >= partitions && is_error_free(found) && has_ends(topic, partitions)) break;
    transport_.wait(milliseconds(20));
  }
  if (step.contains("save_id")) {
    variables_.set(step.at("save_id").get<std::string>(), found.at("topic_id"));
  }
}

void CaseRun::delete_topic(const Json& step) {
  const Json topic = variables_.fill(step.at("delete_topic"));
  const Json answer = call(macro_connection, "DeleteTopics", 3,
                           {{"topic_names", Json::array({topic})}, {"timeout_ms", 5000}});
  if (!is_error_free(answer)) throw Failure("delete_topic: " + text_of(answer));
  for (int tries = 0; tries < most_tries; ++tries) {
    if (describe_topic(topic, topic_version).at("error_code") == 3) return;
    transport_.wait(milliseconds(50));
  }
}

void CaseRun::produce(const Json& step) {
  Json batches = step.value("batches", Json::array());
  if (batches.empty()) batches.push_back({{"records", step.at("records")}});
  for (const Json& batch : batches) {
    const Json records{{"batch", batch}};
    const Json part{{"index", step.value("partition", 0)}, {"records", records}};
    const Json topic{{"name", step.at("produce")}, {"partition_data", one(part)}};
    const Json body =
        variables_.fill({{"acks", -1}, {"timeout_ms", 5000}, {"topic_data", one(topic)}});
    Json answer;
    for (int tries = 0; tries < 60; ++tries) {
      answer = call(macro_connection, "Produce", 7, body);
      const std::set<int> codes = error_codes_in(answer);
      const bool is_early = codes.contains(3) || codes.contains(5) || codes.contains(6);
      if (!is_early) break;
      transport_.wait(milliseconds(50));
    }
    if (!is_error_free(answer)) throw Failure("produce: " + text_of(answer));
  }
}

int CaseRun::join_version(const Json& step) const {
  return target_.version_near("JoinGroup", step.value("version", 5));
}

Ticket CaseRun::send_join(const Json& step, const Json& member) {
  const Json* id = variables_.find(name_of(member));
  const Json body = variables_.fill({{"group_id", step.at("join_sync")},
                                     {"session_timeout_ms", member.value("session", 10000)},
                                     {"rebalance_timeout_ms", member.value("rebalance", 10000)},
                                     {"protocol_type", step.value("protocol_type", "consumer")},
                                     {"member_id", id != nullptr ? *id : Json("")},
                                     {"group_instance_id", member.value("instance", Json())},
                                     {"protocols", protocols_of(member)}});
  return dialogue(name_of(member))->send("JoinGroup", join_version(step), body);
}

/// The first member's round: it leads a group of one.
Json CaseRun::join_alone(const Json& step, const Json& member) {
  Json answer = dialogue(name_of(member))->receive(send_join(step, member));
  variables_.set(name_of(member), answer.at("member_id"));
  return answer;
}

std::vector<Json> CaseRun::join_all(const Json& step) {
  const Json& members = step.at("members");
  std::vector<Ticket> tickets;
  std::vector<Json> answers;
  // A dynamic member is given its id first (KIP-394). A broker that takes the first one without is
  // wrong in that, which is for other cases to find.
  bool gives_ids = join_version(step) >= 4;
  for (const Json& member : members) {
    if (gives_ids && !has_instance(member) && variables_.find(name_of(member)) == nullptr) {
      const Json given = dialogue(name_of(member))->receive(send_join(step, member));
      gives_ids = given.at("error_code") == 79;
      if (!gives_ids && !(answers.empty() && is_error_free(given))) {
        throw Failure("join_sync: " + text_of(given));
      }
      variables_.set(name_of(member), given.at("member_id"));
      if (!gives_ids) {
        answers.push_back(given);
        continue;
      }
    }
    if (answers.empty()) {
      answers.push_back(join_alone(step, member));
    } else {
      tickets.push_back(send_join(step, member));
      transport_.wait(milliseconds(30));
    }
  }
  if (tickets.empty()) return answers;
  answers.front() = dialogue(name_of(members.front()))->receive(send_join(step, members.front()));
  for (std::size_t i = 0; i < tickets.size(); ++i) {
    answers.push_back(dialogue(name_of(members.at(i + 1)))->receive(tickets[i]));
  }
  return answers;
}

void CaseRun::join_sync(const Json& step) {
  const Json& members = step.at("members");
  const std::vector<Json> answers = join_all(step);
  const Json& leader = answers.front().at("member_id");
  Json assignments = Json::array();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Json& answer = answers[i];
    if (!is_error_free(answer) || answer.at("leader") != leader) {
      throw Failure("join_sync: " + text_of(answer));
    }
    const Json& member = members.at(i);
    variables_.set(name_of(member), answer.at("member_id"));
    assignments.push_back(
        {{"member_id", answer.at("member_id")},
         {"assignment", variables_.fill(member.value("assignment", member.at("name")))}});
  }
  variables_.set("gen", answers.front().at("generation_id"));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Json& member = members.at(i);
    const Json answer = call(name_of(member), "SyncGroup", 3,
                             {{"group_id", variables_.fill(step.at("join_sync"))},
                              {"generation_id", *variables_.find("gen")},
                              {"member_id", *variables_.find(name_of(member))},
                              {"group_instance_id", member.value("instance", Json())},
                              {"assignments", i == 0 ? assignments : Json::array()}});
    if (!is_error_free(answer)) throw Failure("join_sync: " + text_of(answer));
  }
}

}  // namespace cohort::conform
