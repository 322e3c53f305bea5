// /v1/topics: topics, their records, and what is done to them.
#include "http/base64.hpp"
#include "http/json_views.hpp"
#include "http/record_reader.hpp"
#include "http/router.hpp"
#include "http/slices.hpp"
#include "state.hpp"

#include <fmt/format.h>

namespace cohort::broker {

namespace {

TopicView topic_of(const RoutedRequest& request) {
  std::optional<TopicView> view = request.control().topic(request.argument(0));
  if (!view) throw HttpError(404, fmt::format("topic \"{}\": there is none", request.argument(0)));
  return *std::move(view);
}

HttpReply list_topics(const RoutedRequest& request) {
  const bool with_internal = request.query_boolean("internal").value_or(false);
  std::vector<std::string> names;
  for (const auto& [name, topic] : request.backend().broker.state().catalog.topics()) {
    if (with_internal || !topic.is_internal) names.push_back(name);
  }
  const auto look_up = [&broker = request.backend().broker](
                           const std::string& name) -> std::optional<boost::json::object> {
    const std::optional<TopicView> topic = topic_view(broker, name);
    return topic ? std::optional(to_json(*topic)) : std::nullopt;
  };
  return list_in_slices({}, "topics", items_by_name(std::move(names), look_up));
}

HttpReply create_topic(const RoutedRequest& request) {
  JsonObject body = request.body();
  const std::string topic = body.required_text("topic");
  const auto partitions = body.integer("partitions", 1, most_int32);
  body.done();
  request.control().create_topic(topic, static_cast<std::int32_t>(partitions.value_or(-1)));
  return json_answer(to_json(*request.control().topic(topic)), 201);
}

HttpReply show_topic(const RoutedRequest& request) {
  return json_answer(to_json(topic_of(request)));
}

HttpReply remove_topic(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().delete_topic(request.argument(0));
  return done();
}

HttpReply grow_topic(const RoutedRequest& request) {
  JsonObject body = request.body();
  const auto count = static_cast<std::int32_t>(body.required_integer("partitions", 1, most_int32));
  body.done();
  request.control().grow_topic(request.argument(0), count);
  return json_answer(to_json(topic_of(request)));
}

HttpReply show_records(const RoutedRequest& request) {
  constexpr std::int64_t most_records = 10'000;
  const Topic* topic = request.backend().broker.state().catalog.find(request.argument(0));
  if (topic == nullptr) topic_of(request);
  const std::optional<std::int64_t> wanted = request.query_number("partition");
  if (wanted && (*wanted < 0 || *wanted >= std::ssize(topic->partitions))) {
    throw HttpError(404, fmt::format("partition {}-{}: there is none", topic->name, *wanted));
  }
  const std::int64_t from = request.query_number("offset").value_or(0);
  const std::int64_t limit = request.query_number("limit").value_or(100);
  if (limit < 1 || limit > most_records) {
    throw HttpError(
        400, fmt::format("field \"limit\": a number from 1 to {} is expected", most_records));
  }
  const auto first = static_cast<std::int32_t>(wanted.value_or(0));
  const auto end = wanted ? first + 1 : static_cast<std::int32_t>(topic->partitions.size());
  RecordReader reader(request.backend().broker, *topic,
                      {.first = first, .end = end, .from = from, .most = limit});
  const auto next = [reader = std::move(reader)]() mutable { return reader.next(); };
  return list_in_slices({}, "records", next);
}

std::optional<Buffer> bytes_of(JsonObject& record, const std::string& field) {
  const std::string encoded_field = field + "_base64";
  if (record.is_null(field)) return std::nullopt;
  if (const auto text = record.text(field)) {
    if (record.has(encoded_field)) record.refuse(encoded_field, "there is a " + field + " already");
    return Buffer::copy_of(*text);
  }
  const std::optional<std::string> encoded = record.text(encoded_field);
  if (!encoded) return std::nullopt;
  std::optional<std::string> decoded = from_base64(*encoded);
  if (!decoded) record.refuse(encoded_field, "base64 is expected");
  return Buffer::copy_of(*decoded);
}

Record record_of(JsonObject& object) {
  Record record{.timestamp = object.integer("timestamp_ms", 0).value_or(no_timestamp),
                .key = bytes_of(object, "key"),
                .value = bytes_of(object, "value")};
  if (std::optional<std::vector<JsonObject>> headers = object.objects("headers")) {
    for (JsonObject& header : *headers) {
      record.headers.push_back(
          {.key = header.required_text("key"), .value = bytes_of(header, "value")});
      header.done();
    }
  }
  object.done();
  return record;
}

/// Records, or one raw batch in base64.
HttpReply append(const RoutedRequest& request) {
  JsonObject body = request.body();
  const auto partition =
      static_cast<std::int32_t>(body.integer("partition", 0, most_int32).value_or(0));
  const std::string& topic = request.argument(0);
  if (const auto encoded = body.text("batch_base64")) {
    const std::optional<std::string> batch = from_base64(*encoded);
    if (!batch) body.refuse("batch_base64", "base64 is expected");
    const std::optional<std::int64_t> at = body.integer("offset", 0);
    body.done();
    return json_answer(
        {{"partition", partition},
         {"offset", request.control().append_batch(topic, partition, Buffer::copy_of(*batch), at)}},
        201);
  }
  std::optional<std::vector<JsonObject>> listed = body.objects("records");
  if (!listed) body.refuse("records", "it is missing, and so is batch_base64");
  std::vector<Record> records;
  for (JsonObject& each : *listed) records.push_back(record_of(each));
  body.done();
  return json_answer(
      {{"partition", partition}, {"offset", request.control().append(topic, partition, records)}},
      201);
}

HttpReply move_leader(const RoutedRequest& request) {
  JsonObject body = request.body();
  const auto to = body.integer("broker", 0, most_int32);
  body.done();
  request.control().move_leader(request.argument(0), partition_of(request, 1),
                                to ? std::optional(static_cast<std::int32_t>(*to)) : std::nullopt);
  return json_answer(to_json(topic_of(request)));
}

HttpReply delete_records(const RoutedRequest& request) {
  JsonObject body = request.body();
  const std::int64_t offset = body.required_integer("offset", -1);
  body.done();
  return json_answer(
      {{"log_start_offset",
        request.control().delete_records(request.argument(0), partition_of(request, 1), offset)}});
}

HttpReply compact(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().compact(request.argument(0));
  return json_answer(to_json(topic_of(request)));
}

HttpReply apply_retention(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().apply_retention(request.argument(0));
  return json_answer(to_json(topic_of(request)));
}

}  // namespace

std::vector<Route> topic_routes() {
  return {{"GET", "/v1/topics", &list_topics, {"internal"}},
          {"POST", "/v1/topics", &create_topic},
          {"GET", "/v1/topics/{}", &show_topic},
          {"DELETE", "/v1/topics/{}", &remove_topic},
          {"POST", "/v1/topics/{}/partitions", &grow_topic},
          {"GET", "/v1/topics/{}/records", &show_records, {"partition", "offset", "limit"}},
          {"POST", "/v1/topics/{}/records", &append},
          {"POST", "/v1/topics/{}/partitions/{}/leader", &move_leader},
          {"POST", "/v1/topics/{}/partitions/{}/delete-records", &delete_records},
          {"POST", "/v1/topics/{}/compact", &compact},
          {"POST", "/v1/topics/{}/retention", &apply_retention}};
}

}  // namespace cohort::broker
