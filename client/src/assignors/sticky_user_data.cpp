#include "assignors/sticky_user_data.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

namespace {

using UserDataBytes = std::vector<std::uint8_t>;

void put_number(UserDataBytes& out, std::uint32_t number, std::size_t size) {
  for (std::size_t byte = size; byte-- > 0;) {
    out.push_back(static_cast<std::uint8_t>(number >> (8 * byte)));
  }
}

void put_int32(UserDataBytes& out, std::int32_t number) {
  put_number(out, static_cast<std::uint32_t>(number), 4);
}

/// Reads numbers, highest byte first. After the first one that is not all there, nothing is.
class UserDataReader {
 public:
  explicit UserDataReader(const Buffer& user_data) : rest_(user_data.bytes()) {}

  bool failed() const { return failed_; }
  std::size_t left() const { return rest_.size(); }

  std::int32_t int16() { return static_cast<std::int16_t>(number(2)); }
  std::int32_t int32() { return static_cast<std::int32_t>(number(4)); }

  /// The number of elements, each of so many bytes at least.
  std::size_t count(std::size_t least_size) {
    const std::int32_t count = int32();
    if (count < 0 || static_cast<std::size_t>(count) > left() / least_size) failed_ = true;
    return failed_ ? 0 : static_cast<std::size_t>(count);
  }

  std::string string() {
    const std::int32_t size = int16();
    if (size < 0) failed_ = true;
    const auto bytes = take(static_cast<std::size_t>(size));  // Nothing once failed.
    return {bytes.begin(), bytes.end()};
  }

 private:
  std::span<const std::uint8_t> take(std::size_t size) {
    if (failed_ || size > rest_.size()) {
      failed_ = true;
      return {};
    }
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  std::uint32_t number(std::size_t size) {
    std::uint32_t number = 0;
    for (const std::uint8_t byte : take(size)) number = number << 8 | byte;
    return number;
  }

  std::span<const std::uint8_t> rest_;
  bool failed_ = false;
};

PartitionSet partitions_from(UserDataReader& reader) {
  constexpr std::size_t least_topic_size = 2 + 4;
  PartitionSet partitions;
  const std::size_t topics = reader.count(least_topic_size);
  for (std::size_t topic = 0; topic < topics && !reader.failed(); ++topic) {
    const std::string name = reader.string();
    const std::size_t count = reader.count(4);
    for (std::size_t index = 0; index < count; ++index) partitions.insert({name, reader.int32()});
  }
  return partitions;
}

}  // namespace

Buffer sticky_user_data(const Claim& claim) {
  std::map<std::string, std::vector<std::int32_t>> by_topic;
  for (const TopicPartition& partition : claim.partitions) {
    by_topic[partition.topic].push_back(partition.partition);
  }
  UserDataBytes out;
  put_int32(out, static_cast<std::int32_t>(by_topic.size()));
  for (const auto& [topic, partitions] : by_topic) {
    put_number(out, static_cast<std::uint32_t>(topic.size()), 2);
    out.insert(out.end(), topic.begin(), topic.end());
    put_int32(out, static_cast<std::int32_t>(partitions.size()));
    for (const std::int32_t partition : partitions) put_int32(out, partition);
  }
  put_int32(out, claim.generation);
  return Buffer::adopt(std::move(out));
}

std::optional<Claim> claim_from_sticky(const Buffer& user_data) {
  UserDataReader reader(user_data);
  Claim claim{.partitions = partitions_from(reader)};
  if (reader.failed()) return std::nullopt;
  // Java tries version 1, then version 0, and minds no bytes behind either.
  if (reader.left() >= 4) claim.generation = reader.int32();
  return claim;
}

Buffer generation_user_data(std::int32_t generation) {
  UserDataBytes out;
  put_int32(out, generation);
  return Buffer::adopt(std::move(out));
}

std::int32_t generation_from_cooperative(const Buffer& user_data) {
  // librdkafka announces what the eager assignor does. Java's consumers take the first four bytes
  // of that, a count of topics, for a generation; who looks at the size is not misled.
  if (user_data.size() != 4) {
    const std::optional<Claim> claim = claim_from_sticky(user_data);
    return claim ? claim->generation : -1;
  }
  return UserDataReader(user_data).int32();
}

}  // namespace cohort::client
