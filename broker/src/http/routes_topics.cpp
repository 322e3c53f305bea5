// /v1/topics: topics, their records, and what is done to them.
#include "http/base64.hpp"
#include "http/json_views.hpp"
#include "http/router.hpp"
#include "state.hpp"
#include <cohort/protocol/record_cursor.hpp>
#include <cohort/protocol/records.hpp>

#include <fmt/format.h>

#include <limits>

namespace cohort::broker {

namespace {

constexpr std::int64_t most_int32 = std::numeric_limits<std::int32_t>::max();

TopicView topic_of(const RoutedRequest& request) {
  std::optional<TopicView> view = request.control().topic(request.argument(0));
  if (!view) throw HttpError(404, fmt::format("topic \"{}\": there is none", request.argument(0)));
  return *std::move(view);
}

std::int32_t partition_of(const RoutedRequest& request) {
  const std::int64_t number = request.number(1);
  if (number < 0 || number > most_int32) throw HttpError(404, "there is no such partition");
  return static_cast<std::int32_t>(number);
}

HttpReply list_topics(const RoutedRequest& request) {
  const bool with_internal = request.query_boolean("internal").value_or(false);
  return json_answer({{"topics", to_array(request.control().topics(with_internal))}});
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

/// Text if it is UTF-8, which JSON can hold; else base64 under another name.
void put_bytes(boost::json::object& object, const std::string& field,
               const std::optional<Buffer>& bytes) {
  if (!bytes) {
    object[field] = nullptr;
  } else if (is_utf8(bytes->text())) {
    object[field] = boost::json::string(bytes->text().data(), bytes->text().size());
  } else {
    object[field + "_base64"] = to_base64(bytes->bytes());
  }
}

boost::json::object record_to_json(std::int32_t partition, std::int64_t offset,
                                   const Record& record) {
  boost::json::object object{
      {"partition", partition}, {"offset", offset}, {"timestamp_ms", record.timestamp}};
  put_bytes(object, "key", record.key);
  put_bytes(object, "value", record.value);
  boost::json::array headers;
  for (const RecordHeader& header : record.headers) {
    boost::json::object one{{"key", header.key}};
    put_bytes(one, "value", header.value);
    headers.push_back(std::move(one));
  }
  object["headers"] = std::move(headers);
  return object;
}

/// Of one partition, from an offset on.
void read_records(const Partition& partition, std::int32_t index, std::int64_t from,
                  std::size_t most, boost::json::array& into) {
  for (const StoredBatch& stored : partition.log.batches()) {
    if (into.size() >= most) return;
    if (stored.last_offset() < from || stored.batch.header().is_control()) continue;
    RecordResult<BatchRecords> records = stored.batch.records();
    if (!records) continue;
    RecordCursor cursor(std::move(records.value()));
    for (RecordView view; into.size() < most && cursor.next(view);) {
      const std::int64_t offset = stored.base_offset + view.offset_delta;
      if (offset < from || offset < partition.log.log_start_offset()) continue;
      into.push_back(record_to_json(index, offset, view.owned()));
    }
  }
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
  boost::json::array records;
  for (std::int32_t index = 0; index < std::ssize(topic->partitions); ++index) {
    if (wanted && *wanted != index) continue;
    read_records(*topic->partition(index), index, from, static_cast<std::size_t>(limit), records);
  }
  return json_answer({{"records", std::move(records)}});
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
  request.control().move_leader(request.argument(0), partition_of(request),
                                to ? std::optional(static_cast<std::int32_t>(*to)) : std::nullopt);
  return json_answer(to_json(topic_of(request)));
}

HttpReply delete_records(const RoutedRequest& request) {
  JsonObject body = request.body();
  const std::int64_t offset = body.required_integer("offset", -1);
  body.done();
  return json_answer(
      {{"log_start_offset",
        request.control().delete_records(request.argument(0), partition_of(request), offset)}});
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
