#include "conformance/codec/message_json.hpp"
#include "conformance/codec/record_json.hpp"

#include <bit>
#include <map>
#include <vector>

namespace cohort::conform {

namespace {

class MessageDecoder {
 public:
  MessageDecoder(int version, bool is_flexible) : version_(version), is_flexible_(is_flexible) {}

  Json get_struct(const std::vector<Field>& fields, ByteReader& reader) const {
    Json body = Json::object();
    std::map<std::uint64_t, const Field*> tagged;
    for (const Field& field : fields) {
      if (!field.versions.contains(version_)) continue;
      if (field.is_tagged()) {
        tagged[static_cast<std::uint64_t>(field.tag)] = &field;
      } else {
        body[field.name] = get(field, reader);
      }
    }
    if (!is_flexible_) return body;
    for (std::uint64_t left = reader.unsigned_varint(); left > 0; --left) {
      const std::uint64_t tag = reader.unsigned_varint();
      const auto size = static_cast<std::int64_t>(reader.unsigned_varint());
      const std::string_view bytes = reader.take(size);
      const auto known = tagged.find(tag);
      if (known == tagged.end()) {
        body["_tags"][std::to_string(tag)] = to_hex(bytes);
      } else {
        ByteReader value(bytes);
        body[known->second->name] = get(*known->second, value);
      }
    }
    return body;
  }

 private:
  Json get(const Field& field, ByteReader& reader) const {
    if (!field.is_array) return get_one(field, reader);
    const std::int64_t count = get_length(reader, 4);
    if (count < 0) return nullptr;
    Json array = Json::array();
    for (std::int64_t i = 0; i < count; ++i) array.push_back(get_one(field, reader));
    return array;
  }

  Json get_one(const Field& field, ByteReader& reader) const {
    switch (field.type) {
      case FieldType::boolean:
        return reader.number(1) != 0;
      case FieldType::int8:
        return reader.number(1);
      case FieldType::int16:
        return reader.number(2);
      case FieldType::uint16:
        return reader.unsigned_number(2);
      case FieldType::int32:
        return reader.number(4);
      case FieldType::int64:
        return reader.number(8);
      case FieldType::float64:
        return std::bit_cast<double>(reader.unsigned_number(8));
      case FieldType::uuid:
        return uuid_text(reader.take(16));
      case FieldType::string: {
        const std::int64_t length = get_length(reader, 2);
        return length < 0 ? Json() : Json(std::string(reader.take(length)));
      }
      case FieldType::bytes:
      case FieldType::records: {
        const std::int64_t length = get_length(reader, 4);
        if (length < 0) return nullptr;
        const std::string_view bytes = reader.take(length);
        if (field.type == FieldType::records) return show_records(bytes);
        return Json::binary({bytes.begin(), bytes.end()});
      }
      case FieldType::structure:
        if (!field.is_array && field.is_nullable(version_) && reader.number(1) < 0) return nullptr;
        return get_struct(field.fields, reader);
    }
    throw Failure("a field of no type");
  }

  static std::string uuid_text(std::string_view bytes) {
    std::string text = to_hex(bytes);
    for (const std::size_t dash : {8U, 13U, 18U, 23U}) text.insert(dash, 1, '-');
    return text;
  }

  /// -1 for null.
  std::int64_t get_length(ByteReader& reader, int width) const {
    if (!is_flexible_) return reader.number(width);
    return static_cast<std::int64_t>(reader.unsigned_varint()) - 1;
  }

  int version_;
  bool is_flexible_;
};

}  // namespace

Json decode_json(const MessageSchema& message, int version, ByteReader& reader) {
  return MessageDecoder(version, version >= message.flexible_from)
      .get_struct(message.fields, reader);
}

}  // namespace cohort::conform
