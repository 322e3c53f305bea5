#include "conformance/report/macro_words.hpp"

#include "conformance/play/error_words.hpp"
#include "conformance/report/value_words.hpp"

#include <utility>

namespace cohort::conform {

namespace {

void tell_create_topic(const Json& step, StepLines& lines) {
  const auto partitions = step.value("partitions", 1);
  const Json configs = step.value("configs", Json::object());
  std::string text = "Make topic " + text_of(step.at("create_topic")) + " with " +
                     std::to_string(partitions) + (partitions == 1 ? " partition" : " partitions");
  std::vector<std::string> settings;
  for (const auto& [key, value] : configs.items()) {
    settings.push_back(key + " = " +
                       (value.is_string() ? value.get<std::string>() : text_of(value)));
  }
  if (!settings.empty()) text += ", set to " + listed(settings) + ",";
  lines.say(text + " by CreateTopics v4; wait until Metadata and ListOffsets work for " +
            (partitions == 1 ? "it." : "all of them."));
  if (step.contains("save_id")) lines.say("Remember its id as $" + text_in(step, "save_id") + ".");
}

void tell_delete_topic(const Json& step, StepLines& lines) {
  lines.say("Delete topic " + text_of(step.at("delete_topic")) +
            " by DeleteTopics v3; wait until Metadata answers " + error_in_words(3) + " for it.");
}

void tell_produce(const Json& step, StepLines& lines) {
  Json batches = step.value("batches", Json::array());
  if (batches.empty()) batches.push_back({{"records", step.value("records", Json::array())}});
  lines.say("Write to partition " + text_of(step.value("partition", Json(0))) + " of topic " +
            text_of(step.at("produce")) + " by Produce v7 with acks -1" +
            (batches.size() == 1 ? ", one batch:" : ", a request for each batch:"));
  std::vector<Piece> pieces;
  for (const Json& batch : batches) pieces.push_back(value_in_words("batch", batch));
  lines.show(pieces);
}

Piece member_in_words(const Json& member, bool is_leader) {
  Piece piece{.text = text_in(member, "name") + (is_leader ? " (leads): " : ": ")};
  if (member.contains("instance") && !member.at("instance").is_null()) {
    piece.parts.push_back(value_in_words("instance id", member.at("instance")));
  }
  for (const std::string key : {"session", "rebalance"}) {
    piece.parts.push_back({key + " timeout " + text_of(member.value(key, Json(10000))) + " ms"});
  }
  const Json protocols = member.value("protocols", Json::parse(R"([["range", "meta"]])"));
  Piece offered{.text = protocols.size() == 1 ? "protocol " : "protocols [",
                .close = protocols.size() == 1 ? "" : "]"};
  for (const Json& pair : protocols) {
    Piece protocol = value_in_words(pair.at(0).get<std::string>() + " with metadata", pair.at(1));
    offered.parts.push_back(std::move(protocol));
  }
  piece.parts.push_back(std::move(offered));
  piece.parts.push_back(
      value_in_words("is assigned", member.value("assignment", member.at("name"))));
  return piece;
}

void tell_join_sync(const Json& step, StepLines& lines) {
  const Json& members = step.at("members");
  const bool is_one = members.size() == 1;
  lines.say("Bring group " + text_of(step.at("join_sync")) + " to Stable by JoinGroup v" +
            text_of(step.value("version", Json(5))) + " and SyncGroup v3, with protocol type " +
            text_of(step.value("protocol_type", Json("consumer"))) +
            (is_one ? " and this member, on the connection of its name:"
                    : " and these members, each on the connection of its name:"));
  std::vector<std::string> ids;
  bool is_first = true;
  for (const Json& member : members) {
    lines.show({member_in_words(member, is_first && !is_one)});
    ids.push_back("$" + text_in(member, "name"));
    is_first = false;
  }
  lines.say(listed(ids) + (is_one ? " is its member id" : " are their member ids") +
            ", $gen the generation: " + (is_one ? "1." : "2."));
}

}  // namespace

bool tell_macro(const Json& step, StepLines& lines) {
  if (step.contains("create_topic")) {
    tell_create_topic(step, lines);
  } else if (step.contains("delete_topic")) {
    tell_delete_topic(step, lines);
  } else if (step.contains("produce")) {
    tell_produce(step, lines);
  } else if (step.contains("join_sync")) {
    tell_join_sync(step, lines);
  } else {
    return false;
  }
  return true;
}

}  // namespace cohort::conform
