#include <cohort/client/serde.hpp>

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <vector>

namespace cohort::client {

namespace {

/// Throws for null, and for another size than the one size that is right.
Buffer not_null(std::optional<Buffer> bytes, std::string_view wanted) {
  if (bytes) return *std::move(bytes);
  throw MalformedBytes(fmt::format("null where {} is expected", wanted));
}

template <class Number>
Buffer big_endian_bytes(Number number) {
  std::vector<std::uint8_t> bytes(sizeof(Number));
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
    bytes[sizeof(Number) - 1 - byte] = static_cast<std::uint8_t>(number >> (8 * byte));
  }
  return Buffer::adopt(std::move(bytes));
}

template <class Number>
Number from_big_endian(std::optional<Buffer> bytes, std::string_view wanted) {
  const Buffer whole = not_null(std::move(bytes), wanted);
  if (whole.size() != sizeof(Number)) {
    throw MalformedBytes(fmt::format("{} byte{}; {} has {}", whole.size(),
                                     whole.size() == 1 ? "" : "s", wanted, sizeof(Number)));
  }
  Number number = 0;
  for (const std::uint8_t byte : whole.bytes()) number = static_cast<Number>(number << 8 | byte);
  return number;
}

/// 8-4-4-4-12 hexadecimal digits in either case. Java's UUID.fromString takes shorter groups, too;
/// its toString, and so its serializer, never writes them.
Uuid uuid_of(std::string_view text) {
  constexpr std::size_t text_size = 36;
  const auto malformed = [&] {
    return MalformedBytes(
        fmt::format("\"{}\" is no UUID, which has 36 characters: 8-4-4-4-12 hexadecimal digits",
                    text.substr(0, text_size + 1)));
  };
  if (text.size() != text_size) throw malformed();
  Uuid uuid;
  std::size_t at = 0;
  for (std::uint8_t& byte : uuid.bytes) {
    const bool dash = at == 8 || at == 13 || at == 18 || at == 23;
    if (dash && text[at++] != '-') throw malformed();
    const char* const digits = text.data() + at;
    const auto [end, fault] = std::from_chars(digits, digits + 2, byte, 16);
    if (fault != std::errc{} || end != digits + 2) throw malformed();
    at += 2;
  }
  return uuid;
}

}  // namespace

Serde<Buffer> bytes_serde() {
  return {[](const Buffer& bytes) { return bytes; },
          [](std::optional<Buffer> bytes) { return not_null(std::move(bytes), "a value"); }};
}

Serde<std::string> string_serde() {
  return {[](const std::string& text) { return Buffer::copy_of(text); },
          [](std::optional<Buffer> bytes) {
            return std::string(not_null(std::move(bytes), "a text").text());
          }};
}

Serde<std::int64_t> int64_serde() {
  return {[](const std::int64_t& number) {
            return big_endian_bytes(static_cast<std::uint64_t>(number));
          },
          [](std::optional<Buffer> bytes) {
            return static_cast<std::int64_t>(
                from_big_endian<std::uint64_t>(std::move(bytes), "a 64-bit integer"));
          }};
}

Serde<std::int32_t> int32_serde() {
  return {[](const std::int32_t& number) {
            return big_endian_bytes(static_cast<std::uint32_t>(number));
          },
          [](std::optional<Buffer> bytes) {
            return static_cast<std::int32_t>(
                from_big_endian<std::uint32_t>(std::move(bytes), "a 32-bit integer"));
          }};
}

Serde<double> double_serde() {
  return {
      [](const double& number) { return big_endian_bytes(std::bit_cast<std::uint64_t>(number)); },
      [](std::optional<Buffer> bytes) {
        return std::bit_cast<double>(from_big_endian<std::uint64_t>(std::move(bytes), "a double"));
      }};
}

Serde<Uuid> uuid_serde() {
  return {[](const Uuid& uuid) { return Buffer::copy_of(to_string(uuid)); },
          [](std::optional<Buffer> bytes) {
            return uuid_of(not_null(std::move(bytes), "a UUID").text());
          }};
}

Failure bad_record(const RecordPosition& at, bool is_key, std::string_view why) {
  return {.kind = FailureKind::bad_record,
          .message = fmt::format("the {} of {} at offset {} can't be read: {}",
                                 is_key ? "key" : "value", to_string(at.partition), at.offset, why),
          .partition = at.partition,
          .offset = at.offset};
}

}  // namespace cohort::client
