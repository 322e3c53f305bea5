#include "conformance/codec/message_json.hpp"
#include "conformance/codec/record_json.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

namespace cohort::conform {

namespace {

class MessageEncoder {
 public:
  MessageEncoder(int version, bool is_flexible) : version_(version), is_flexible_(is_flexible) {}

  void put_struct(const std::vector<Field>& fields, const Json& body) {
    check_names(fields, body);
    std::vector<std::pair<std::int32_t, Bytes>> tags;
    for (const Field& field : fields) {
      if (!field.versions.contains(version_)) continue;
      if (!field.is_tagged()) {
        put(field, body.contains(field.name) ? body.at(field.name) : field.absent);
      } else if (body.contains(field.name)) {
        MessageEncoder value(version_, is_flexible_);
        value.put(field, body.at(field.name));
        tags.emplace_back(field.tag, value.take());
      }
    }
    if (is_flexible_) put_tags(std::move(tags), body);
  }

  Bytes take() { return std::move(out_); }

 private:
  static void check_names(const std::vector<Field>& fields, const Json& body) {
    for (const auto& [name, value] : body.items()) {
      if (name != "_tags" && find_field(fields, name) == nullptr) {
        throw Failure("there is no field " + name);
      }
    }
  }

  void put_tags(std::vector<std::pair<std::int32_t, Bytes>> tags, const Json& body) {
    if (body.contains("_tags")) {
      for (const auto& [tag, hex] : body.at("_tags").items()) {
        tags.emplace_back(std::stoi(tag), from_hex(hex.get<std::string>()));
      }
    }
    std::sort(tags.begin(), tags.end());
    put_unsigned_varint(out_, tags.size());
    for (const auto& [tag, bytes] : tags) {
      put_unsigned_varint(out_, static_cast<std::uint64_t>(tag));
      put_unsigned_varint(out_, bytes.size());
      out_ += bytes;
    }
  }

  void put(const Field& field, const Json& value) {
    if (!field.is_array) return put_one(field, value);
    put_length(value.is_null() ? std::nullopt : std::optional(value.size()), 4);
    for (const Json& element : value) put_one(field, element);
  }

  void put_one(const Field& field, const Json& value) {
    switch (field.type) {
      case FieldType::boolean:
        return put_number(out_, value.get<bool>() ? 1 : 0, 1);
      case FieldType::int8:
        return put_integer<std::int8_t>(field, value);
      case FieldType::int16:
        return put_integer<std::int16_t>(field, value);
      case FieldType::uint16:
        return put_integer<std::uint16_t>(field, value);
      case FieldType::int32:
        return put_integer<std::int32_t>(field, value);
      case FieldType::int64:
        return put_integer<std::int64_t>(field, value);
      case FieldType::float64:
        return put_number(out_, std::bit_cast<std::uint64_t>(value.get<double>()), 8);
      case FieldType::uuid:
        return put_uuid(value.get<std::string>());
      case FieldType::string:
        return put_bytes(string_of(value), 2);
      case FieldType::bytes:
        return put_bytes(bytes_from_json(value), 4);
      case FieldType::records:
        return put_bytes(records_of(value), 4);
      case FieldType::structure:
        return put_structure(field, value);
    }
  }

  template <class T>
  void put_integer(const Field& field, const Json& value) {
    const auto number = value.get<std::int64_t>();
    if (number < std::numeric_limits<T>::min() || number > std::numeric_limits<T>::max()) {
      throw Failure(field.name + " can't hold " + std::to_string(number));
    }
    put_number(out_, static_cast<std::uint64_t>(number), sizeof(T));
  }

  void put_uuid(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '-'), text.end());
    const Bytes bytes = from_hex(text);
    if (bytes.size() != 16) throw Failure("no uuid: " + text);
    out_ += bytes;
  }

  static std::optional<Bytes> string_of(const Json& value) {
    if (value.is_null()) return std::nullopt;
    return value.get<std::string>();
  }
  static std::optional<Bytes> records_of(const Json& value) {
    if (value.is_null()) return std::nullopt;
    return build_records(value);
  }

  void put_structure(const Field& field, const Json& value) {
    if (!field.is_array && field.is_nullable(version_)) {
      put_number(out_, value.is_null() ? 0xFF : 1, 1);
      if (value.is_null()) return;
    }
    put_struct(field.fields, value);
  }

  void put_bytes(const std::optional<Bytes>& bytes, int width) {
    put_length(bytes ? std::optional(bytes->size()) : std::nullopt, width);
    if (bytes) out_ += *bytes;
  }

  void put_length(std::optional<std::size_t> length, int width) {
    if (is_flexible_) return put_unsigned_varint(out_, length ? *length + 1 : 0);
    put_number(out_, length ? *length : ~std::uint64_t{0}, width);
  }

  int version_;
  bool is_flexible_;
  Bytes out_;
};

}  // namespace

Bytes encode_json(const MessageSchema& message, int version, const Json& body) {
  MessageEncoder encoder(version, version >= message.flexible_from);
  encoder.put_struct(message.fields, body);
  return encoder.take();
}

std::optional<Bytes> bytes_from_json(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (value.is_binary()) return Bytes(value.get_binary().begin(), value.get_binary().end());
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object() || value.size() != 1) throw Failure("no bytes: " + text_of(value));
  const std::string kind = value.begin().key();
  const Json& inner = value.begin().value();
  if (kind == "text") return inner.get<std::string>();
  if (kind == "hex") return from_hex(inner.get<std::string>());
  if (kind != "subscription" && kind != "assignment") {
    throw Failure("an unknown form of bytes: " + kind);
  }
  Json body = inner;
  const int version = body.value("version", 0);
  body.erase("version");
  Bytes bytes;
  put_number(bytes, static_cast<std::uint64_t>(version), 2);
  const char* name =
      kind == "subscription" ? "ConsumerProtocolSubscription" : "ConsumerProtocolAssignment";
  return bytes + encode_json(message_schema(name), version, body);
}

}  // namespace cohort::conform
