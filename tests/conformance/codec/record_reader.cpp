// Shows the records of an answer in a case's words.
#include "conformance/codec/record_json.hpp"

#include <array>

namespace cohort::conform {

namespace {

std::optional<std::string_view> take_sized(ByteReader& reader) {
  const std::int64_t size = reader.number(4);
  if (size < 0) return std::nullopt;
  return reader.take(size);
}

/// What a compressed message holds are plain ones: no deeper.
enum class Depth : bool { outer, inner };

Json show_entries(std::string_view bytes, Depth depth);

Json show_message(std::int64_t offset, std::string_view bytes, Depth depth) {
  ByteReader reader(bytes);
  const auto crc = static_cast<std::uint32_t>(reader.unsigned_number(4));
  const std::int64_t magic = reader.number(1);
  const std::int64_t attributes = reader.number(1);
  Json message{{"offset", offset}, {"magic", magic}};
  if (magic > 0) message["ts"] = reader.number(8);
  const std::optional<std::string_view> key = take_sized(reader);
  const std::optional<std::string_view> value = take_sized(reader);
  if ((attributes & 7) == 1 && depth == Depth::outer) {
    message["compression"] = "gzip";
    message["messages"] = show_entries(gunzip(value.value_or("")), Depth::inner);
    return message;
  }
  message["key"] = shown(key);
  message["value"] = shown(value);
  if ((attributes & 8) != 0) message["timestamp_type"] = "append";
  if (crc != crc32(bytes.substr(4))) message["crc"] = "bad";
  return message;
}

/// What all records of a batch have in common.
struct BatchFrame {
  std::int64_t base_offset;
  std::int64_t base_timestamp;
  std::int64_t max_timestamp;
  bool has_append_time;
  bool is_control;
};

/// Key of a control record: version, type (ControlRecordType).
Json show_marker(std::string_view key) {
  ByteReader reader(key);
  reader.number(2);
  const std::int64_t type = reader.number(2);
  return type == 0 ? "abort" : type == 1 ? "commit" : to_hex(key);
}

/// A broker may send any two numbers.
std::int64_t sum(std::int64_t base, std::int64_t delta) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) +
                                   static_cast<std::uint64_t>(delta));
}

Json show_record(ByteReader& reader, const BatchFrame& batch) {
  const std::int64_t size = reader.varint();
  const auto before = static_cast<std::int64_t>(reader.rest().size());
  reader.take(1);
  const std::int64_t timestamp = sum(batch.base_timestamp, reader.varint());
  const std::int64_t offset = sum(batch.base_offset, reader.varint());
  Json record{{"offset", offset}, {"ts", batch.has_append_time ? batch.max_timestamp : timestamp}};
  const std::optional<std::string_view> key = reader.sized();
  const std::optional<std::string_view> value = reader.sized();
  if (batch.is_control) {
    record["marker"] = show_marker(key.value_or(""));
  } else {
    record["key"] = shown(key);
    record["value"] = shown(value);
  }
  Json headers = Json::array();
  for (std::int64_t left = reader.varint(); left > 0; --left) {
    const Json name = shown(reader.sized());
    headers.push_back(Json::array({name, shown(reader.sized())}));
  }
  if (!headers.empty()) record["headers"] = headers;
  if (before - static_cast<std::int64_t>(reader.rest().size()) != size) record["size"] = "bad";
  return record;
}

/// Fields that a batch need not have are shown only where they say something.
void show_options(Json& batch, std::int64_t attributes) {
  constexpr std::array codecs{"none", "gzip", "snappy", "lz4", "zstd"};
  const auto codec = static_cast<std::size_t>(attributes & 7);
  if (codec >= codecs.size())
    throw Failure("no compression has the number " + std::to_string(codec));
  if (codec != 0) batch["compression"] = codecs.at(codec);
  if ((attributes & 8) != 0) batch["timestamp_type"] = "append";
  if ((attributes & 16) != 0) batch["transactional"] = true;
  if ((attributes & 32) != 0) batch["control"] = true;
}

Json show_batch(std::int64_t base_offset, std::string_view bytes) {
  ByteReader reader(bytes);
  Json batch{{"base_offset", base_offset}, {"leader_epoch", reader.number(4)}};
  reader.number(1);
  const auto crc = static_cast<std::uint32_t>(reader.unsigned_number(4));
  const std::int64_t attributes = reader.number(2);
  batch["last_offset_delta"] = reader.number(4);
  const std::int64_t base_timestamp = reader.number(8);
  const std::int64_t max_timestamp = reader.number(8);
  batch["max_ts"] = max_timestamp;
  const std::int64_t producer_id = reader.number(8);
  const std::int64_t producer_epoch = reader.number(2);
  const std::int64_t base_sequence = reader.number(4);
  if (producer_id != -1 || producer_epoch != -1 || base_sequence != -1) {
    batch["producer_id"] = producer_id;
    batch["producer_epoch"] = producer_epoch;
    batch["base_sequence"] = base_sequence;
  }
  show_options(batch, attributes);
  if (crc != crc32c(bytes.substr(9))) batch["crc"] = "bad";
  const std::int64_t count = reader.number(4);
  if ((attributes & 7) > 1) return batch;  // Only gzip is unpacked: cases use no other.
  const Bytes unpacked = (attributes & 7) == 1 ? gunzip(reader.rest()) : Bytes(reader.rest());
  ByteReader records(unpacked);
  const BatchFrame frame{.base_offset = base_offset,
                         .base_timestamp = base_timestamp,
                         .max_timestamp = max_timestamp,
                         .has_append_time = (attributes & 8) != 0,
                         .is_control = (attributes & 32) != 0};
  batch["records"] = Json::array();
  for (std::int64_t i = 0; i < count; ++i) batch["records"].push_back(show_record(records, frame));
  if (!records.rest().empty()) batch["trailing_hex"] = to_hex(records.rest());
  return batch;
}

Json show_entries(std::string_view bytes, Depth depth) {
  Json all = Json::array();
  ByteReader reader(bytes);
  while (reader.rest().size() >= 17) {
    const auto magic = static_cast<std::uint8_t>(reader.rest()[16]);
    const std::int64_t base_offset = reader.number(8);
    const std::int64_t size = reader.number(4);
    if (size > static_cast<std::int64_t>(reader.rest().size())) break;
    const std::string_view entry = reader.take(size);
    all.push_back(magic >= 2 ? show_batch(base_offset, entry)
                             : show_message(base_offset, entry, depth));
  }
  return all;
}

}  // namespace

Json show_records(std::string_view bytes) { return show_entries(bytes, Depth::outer); }

}  // namespace cohort::conform
