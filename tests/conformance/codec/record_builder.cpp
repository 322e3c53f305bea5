// Builds records from a case's words. What a batch says of itself can be set apart from what is in
// it, so that it may lie.
#include "conformance/codec/record_json.hpp"

#include <algorithm>

namespace cohort::conform {

namespace {

constexpr std::int64_t default_timestamp = 1000;

std::int64_t timestamp_of(const Json& record) { return record.value("ts", default_timestamp); }

std::uint64_t bits(const Json& form, const char* key, std::int64_t otherwise) {
  return static_cast<std::uint64_t>(form.value(key, otherwise));
}

void put_sized(Bytes& out, const Json& part) {
  const std::optional<Bytes> bytes = raw(part);
  put_varint(out, bytes ? static_cast<std::int64_t>(bytes->size()) : -1);
  if (bytes) out += *bytes;
}

void put_record(Bytes& out, const Json& record, std::int64_t base_timestamp, std::int64_t place) {
  Bytes body(1, '\0');  // Attributes, of which records have none.
  put_varint(body, timestamp_of(record) - base_timestamp);
  put_varint(body, record.value("offset_delta", place));
  put_sized(body, record.value("key", Json()));
  put_sized(body, record.value("value", Json()));
  const Json headers = record.value("headers", Json::array());
  put_varint(body, static_cast<std::int64_t>(headers.size()));
  for (const Json& header : headers) {
    put_sized(body, header.at(0));
    put_sized(body, header.at(1));
  }
  put_varint(out, static_cast<std::int64_t>(body.size()));
  out += body;
}

std::int64_t attributes_of(const Json& form) {
  std::int64_t attributes = form.value("attributes", std::int64_t{0});
  if (form.value("compression", "none") == "gzip") attributes |= 1;
  if (form.value("timestamp_type", "create") == "append") attributes |= 8;
  if (form.value("transactional", false)) attributes |= 16;
  return attributes;
}

/// Layout of magic 2: KIP-98.
Bytes build_batch(const Json& form) {
  const Json records = form.value("records", Json::array());
  const auto count = static_cast<std::int64_t>(records.size());
  std::int64_t newest = records.empty() ? -1 : timestamp_of(records.front());
  const std::int64_t base_timestamp = form.value("base_ts", newest);
  Bytes body;
  for (std::int64_t place = 0; place < count; ++place) {
    const Json& record = records.at(static_cast<std::size_t>(place));
    newest = std::max(newest, timestamp_of(record));
    put_record(body, record, base_timestamp, place);
  }
  if (form.value("compression", "none") == "gzip") body = gzip(body);

  Bytes tail;  // What the checksum covers.
  put_number(tail, static_cast<std::uint64_t>(attributes_of(form)), 2);
  put_number(tail, bits(form, "last_offset_delta", count - 1), 4);
  put_number(tail, static_cast<std::uint64_t>(base_timestamp), 8);
  put_number(tail, bits(form, "max_ts", newest), 8);
  put_number(tail, bits(form, "producer_id", -1), 8);
  put_number(tail, bits(form, "producer_epoch", -1), 2);
  put_number(tail, bits(form, "base_sequence", -1), 4);
  put_number(tail, bits(form, "count", count), 4);
  tail += body;

  Bytes batch;
  put_number(batch, bits(form, "base_offset", 0), 8);
  put_number(batch, tail.size() + 9 + bits(form, "length_delta", 0), 4);
  put_number(batch, bits(form, "leader_epoch", -1), 4);
  put_number(batch, bits(form, "magic", 2), 1);
  put_number(batch, crc32c(tail) ^ (form.value("crc", "") == "bad" ? 1U : 0U), 4);
  return batch + tail;
}

/// Layout of magic 0 and 1: KIP-32.
Bytes build_message_set(const Json& form) {
  const int magic = form.value("magic", 1);
  Bytes set;
  std::uint64_t offset = 0;
  for (const Json& message : form.at("messages")) {
    Bytes tail;
    put_number(tail, static_cast<std::uint64_t>(magic), 1);
    put_number(tail, 0, 1);
    if (magic > 0) put_number(tail, static_cast<std::uint64_t>(timestamp_of(message)), 8);
    for (const char* part : {"key", "value"}) {
      const std::optional<Bytes> bytes = raw(message.value(part, Json()));
      put_number(tail, bytes ? bytes->size() : ~std::uint64_t{0}, 4);
      if (bytes) tail += *bytes;
    }
    put_number(set, offset++, 8);
    put_number(set, tail.size() + 4, 4);
    put_number(set, crc32(tail) ^ (message.value("crc", "") == "bad" ? 1U : 0U), 4);
    set += tail;
  }
  return set;
}

}  // namespace

Bytes build_records(const Json& form) {
  if (form.is_string()) return form.get<std::string>();
  if (form.contains("raw_hex")) return from_hex(form.at("raw_hex").get<std::string>());
  if (form.contains("message_set")) return build_message_set(form.at("message_set"));
  if (form.contains("batch")) return build_batch(form.at("batch"));
  Bytes all;
  for (const Json& batch : form.at("batches")) all += build_batch(batch);
  return all;
}

}  // namespace cohort::conform
