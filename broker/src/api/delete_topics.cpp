// DeleteTopics v0-v6.
// v1 throttle time; v4 flexible; v5 messages (KIP-599); v6 topics by id (KIP-516).
// Not here: authorisation; delete.topic.enable.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/messages/delete_topics.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace cohort::broker {

namespace {

constexpr std::string_view unknown_name = "This server does not host this topic-partition.";
constexpr std::string_view unknown_id = "This server does not host this topic ID.";

/// Works out which topics a request names, each by name or id and once. Source:
/// ControllerApis.deleteTopics.
class Deletion {
 public:
  Deletion(RequestContext& context, const DeleteTopicsRequest& request) : context_(context) {
    for (const std::string& name : request.topic_names) ++names_[name];
    for (const DeleteTopicsDeleteTopicState& topic : request.topics) add(topic);
  }

  DeleteTopicsResponse run() {
    resolve();
    for (const auto& [id, name] : to_delete_) {
      delete_topic(context_.state, name, context_.now);
      answer(name, id, ErrorCode::none, {});
    }
    return std::move(response_);
  }

  /// Is there anything left to ask the controller for?
  bool is_idle() const {
    const auto is_single = [](const auto& mention) { return mention.second == 1; };
    return std::none_of(names_.begin(), names_.end(), is_single) &&
           std::none_of(ids_.begin(), ids_.end(), is_single);
  }

 private:
  void add(const DeleteTopicsDeleteTopicState& topic) {
    if (topic.name && !topic.topic_id.is_zero()) {
      answer(topic.name, topic.topic_id, ErrorCode::invalid_request,
             "You may not specify both topic name and topic id.");
    } else if (topic.name) {
      ++names_[*topic.name];
    } else if (!topic.topic_id.is_zero()) {
      ++ids_[topic.topic_id];
    } else {
      answer(std::nullopt, {}, ErrorCode::invalid_request,
             "Neither topic name nor id were specified.");
    }
  }

  void resolve() {
    for (const auto& [id, count] : ids_) {
      const Topic* topic = context_.state.catalog.find(id);
      if (count > 1) {
        answer(std::nullopt, id, ErrorCode::invalid_request, "Duplicate topic id.");
      } else if (topic == nullptr) {
        answer(std::nullopt, id, ErrorCode::unknown_topic_id, unknown_id);
      } else {
        to_delete_.emplace(id, topic->name);
      }
    }
    for (const auto& [name, count] : names_) resolve(name, count);
  }

  void resolve(const std::string& name, int count) {
    const Topic* topic = context_.state.catalog.find(name);
    if (count > 1) {
      answer(name, {}, ErrorCode::invalid_request, "Duplicate topic name.");
    } else if (topic == nullptr) {
      answer(name, {}, ErrorCode::unknown_topic_or_partition, unknown_name);
    } else if (ids_.contains(topic->id)) {
      to_delete_.erase(topic->id);
      answer(name, topic->id, ErrorCode::invalid_request,
             "The provided topic name maps to an ID that was already supplied.");
    } else {
      to_delete_.emplace(topic->id, name);
    }
  }

  void answer(std::optional<std::string> name, const Uuid& id, ErrorCode error,
              std::string_view message) {
    response_.responses.push_back({.name = std::move(name), .topic_id = id, .error_code = error});
    if (!message.empty()) response_.responses.back().error_message = std::string(message);
  }

  RequestContext& context_;
  std::map<std::string, int> names_;
  std::map<Uuid, int> ids_;
  std::map<Uuid, std::string> to_delete_;
  DeleteTopicsResponse response_;
};

}  // namespace

std::optional<DeleteTopicsResponse> delete_topics(RequestContext& context,
                                                  const DeleteTopicsRequest& request) {
  Deletion deletion(context, request);
  if (request.timeout_ms <= 0 && !deletion.is_idle()) {
    // With no time to spare KRaft's controller gives up before it begins.
    return error_answer(request, ErrorCode::request_timed_out, context.version());
  }
  return deletion.run();
}

}  // namespace cohort::broker
