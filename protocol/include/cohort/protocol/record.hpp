// Record, RecordView: one key and value with its headers, owned or as a view of a batch's bytes.
#pragma once

#include <cohort/protocol/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cohort {

using ByteView = std::span<const std::uint8_t>;

/// No timestamp was given.
inline constexpr std::int64_t no_timestamp = -1;

struct RecordHeader {
  std::string key;
  std::optional<Buffer> value{};  ///< Null and empty are two things (KIP-82).
  bool operator==(const RecordHeader&) const = default;
};

/// A record by itself, as callers write and read it.
struct Record {
  std::int64_t timestamp = no_timestamp;  ///< Milliseconds since the Unix epoch.
  std::optional<Buffer> key{};
  std::optional<Buffer> value{};
  std::vector<RecordHeader> headers{};
  bool operator==(const Record&) const = default;
};

struct HeaderView {
  std::string_view key;
  std::optional<ByteView> value;
};

/// The headers of a record: a range over its encoded bytes, which were checked before.
class HeadersView {
 public:
  class Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = HeaderView;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(ByteView rest, std::uint32_t left);
    const HeaderView& operator*() const { return current_; }
    const HeaderView* operator->() const { return &current_; }
    Iterator& operator++();
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return left_ == 0; }

   private:
    void read();
    ByteView rest_;
    std::uint32_t left_ = 0;
    HeaderView current_;
  };

  HeadersView() = default;
  /// REQUIRES: `encoded` holds `count` well-formed headers.
  HeadersView(ByteView encoded, std::uint32_t count) : encoded_(encoded), count_(count) {}

  Iterator begin() const { return {encoded_, count_}; }
  std::default_sentinel_t end() const { return {}; }
  std::uint32_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  ByteView encoded() const { return encoded_; }

 private:
  ByteView encoded_;
  std::uint32_t count_ = 0;
};

/// A record inside a batch. Lives as long as the bytes that it was read from.
struct RecordView {
  std::int8_t attributes = 0;
  std::int32_t offset_delta = 0;     ///< Offset less the batch's base offset.
  std::int64_t timestamp_delta = 0;  ///< As written, even under log append time.
  std::int64_t timestamp =
      no_timestamp;  ///< As a consumer sees it: the batch's own under log append time.
  std::optional<ByteView> key;
  std::optional<ByteView> value;
  HeadersView headers;

  /// A copy that owns its bytes.
  Record owned() const;
};

}  // namespace cohort
