#include "record_json.hpp"

#include "http/base64.hpp"

#include <boost/json/serializer.hpp>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace cohort::tool {

namespace {

/// REQUIRES: `text` is UTF-8.
void append_string(std::string& out, std::string_view text) {
  boost::json::serializer serializer;
  serializer.reset(boost::json::string_view(text.data(), text.size()));
  std::array<char, 1024> piece;
  while (!serializer.done()) {
    const boost::json::string_view read = serializer.read(piece.data(), piece.size());
    out.append(read.data(), read.size());
  }
}

/// The field, under its own name or as `…_base64`.
void append_member(std::string& out, std::string_view field,
                   const std::optional<std::string_view>& bytes) {
  out += '"';
  out += field;
  if (!bytes) {
    out += "\":null";
  } else if (broker::is_utf8(*bytes)) {
    out += "\":";
    append_string(out, *bytes);
  } else {
    out += "_base64\":\"";
    out += broker::to_base64(Buffer::copy_of(*bytes).bytes());
    out += '"';
  }
}

std::optional<std::string_view> text_of(const std::optional<Buffer>& bytes) {
  if (!bytes) return std::nullopt;
  return bytes->text();
}

void append_place(std::string& out, std::string_view topic, std::int32_t partition,
                  std::int64_t offset, std::int64_t timestamp) {
  out += "{\"topic\":";
  append_string(out, topic);
  fmt::format_to(std::back_inserter(out), ",\"partition\":{},\"offset\":{},\"timestamp\":{}",
                 partition, offset, timestamp);
}

}  // namespace

void append_json(std::string& out, const client::ConsumerRecord& record) {
  append_place(out, record.topic, record.partition, record.offset, record.timestamp);
  out += ',';
  append_member(out, "key", text_of(record.key));
  out += ',';
  append_member(out, "value", text_of(record.value));
  out += ",\"headers\":[";
  for (const RecordHeader& header : record.headers) {
    if (&header != &record.headers.front()) out += ',';
    out += '{';
    append_member(out, "key", header.key);
    out += ',';
    append_member(out, "value", text_of(header.value));
    out += '}';
  }
  out += "]}\n";
}

void append_json(std::string& out, const client::Delivery& delivery) {
  append_place(out, delivery.partition.topic, delivery.partition.partition, delivery.offset,
               delivery.timestamp.unix_ms());
  out += "}\n";
}

}  // namespace cohort::tool
