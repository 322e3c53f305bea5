#include "connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <utility>

namespace floor_server {

namespace {

using boost::system::error_code;

constexpr std::size_t largest_frame = std::size_t{256} * 1024 * 1024;
constexpr std::int16_t produce = 0;
constexpr std::int16_t fetch = 1;
constexpr std::int16_t list_offsets = 2;
constexpr std::int16_t metadata = 3;
constexpr std::int16_t api_versions = 18;
constexpr std::int16_t offset_out_of_range = 1;
constexpr std::int16_t corrupt_message = 2;

struct VersionRange {
  std::int16_t key;
  std::int16_t first;
  std::int16_t last;
};
/// Produce from v3 and Fetch from v4 on is what tells librdkafka that record batches are known; of
/// these ranges it uses the last.
constexpr std::array supported{VersionRange{produce, 3, 7}, VersionRange{fetch, 4, 11},
                               VersionRange{list_offsets, 1, 1}, VersionRange{metadata, 1, 1},
                               VersionRange{api_versions, 0, 3}};

std::size_t size_of(const std::vector<Piece>& pieces) {
  std::size_t size = 0;
  for (const Piece& piece : pieces) size += piece.size;
  return size;
}

}  // namespace

Connection::Connection(Server& server, tcp::socket socket)
    : server_(server), socket_(std::move(socket)) {
  socket_.set_option(tcp::no_delay(true));
  socket_.non_blocking(true);
}

void Connection::read() {
  const asio::mutable_buffer into =
      large_ ? asio::buffer(large_.get() + large_end_, large_size_ - large_end_)
             : asio::buffer(small_.data() + end_, small_.size() - end_);
  socket_.async_read_some(into,
                          [self = shared_from_this()](const error_code& error, std::size_t count) {
                            if (!error) self->on_read(count);
                          });
}

void Connection::on_read(std::size_t count) {
  if (large_) {
    large_end_ += count;
    if (large_end_ < large_size_) return read();
    if (!answer(large_.get(), large_size_)) return;
    large_.reset();
  } else {
    end_ += count;
  }
  if (take_frames()) write();
}

/// False when the peer does not speak the protocol: the connection ends.
bool Connection::take_frames() {
  while (!is_parked_ && end_ - begin_ >= 4) {
    const auto size = static_cast<std::size_t>(Reader(small_.data() + begin_, 4).int32());
    if (size > largest_frame) return false;
    const std::size_t there = std::min(end_ - begin_ - 4, size);
    if (there < size && size <= small_.size() - 4) break;
    char* const frame = small_.data() + begin_ + 4;
    begin_ += 4 + there;
    if (there < size) {
      large_ = Memory(new char[size]);
      std::copy_n(frame, there, large_.get());
      large_size_ = size;
      large_end_ = there;
      break;
    }
    if (!answer(frame, size)) return false;
  }
  std::memmove(small_.data(), small_.data() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  return true;
}

bool Connection::answer(char* frame, std::size_t size) {
  Reader request(frame, size);
  const std::int16_t key = request.int16();
  const std::int16_t version = request.int16();
  const std::int32_t correlation_id = request.int32();
  if (key == api_versions) {
    answer_api_versions(version, correlation_id);
    return true;
  }
  request.string();  // The client's id.
  switch (key) {
    case produce:
      return version == 7 && answer_produce(request, correlation_id);
    case fetch:
      return version == 11 && answer_fetch(request, correlation_id);
    case list_offsets:
      return version == 1 && answer_list_offsets(request, correlation_id);
    case metadata:
      return version == 1 && answer_metadata(request, correlation_id);
    default:
      return false;
  }
}

bool Connection::answer_produce(Reader& request, std::int32_t correlation_id) {
  request.string();  // The transactional id.
  request.skip(2 + 4);
  const std::int32_t topics = request.int32();
  const std::string_view topic = request.string();
  const std::int32_t partitions = request.int32();
  const std::int32_t partition = request.int32();
  const auto size = static_cast<std::size_t>(request.int32());
  char* records = request.take(size);
  if (request.is_bad() || topics != 1 || partitions != 1 || partition != 0) return false;
  PartitionLog& log = server_.log(topic);
  const std::int64_t base_offset = log.end();
  Writer answer = begin_answer(correlation_id);
  answer.int32(1).string(topic).int32(1).int32(0);
  if (large_) {
    log.keep(std::move(large_));
  } else {
    records = log.copy(records, size);
  }
  const bool is_good = log.append(records, size, server_.options().checks_crc);
  answer.int16(is_good ? 0 : corrupt_message).int64(base_offset).int64(-1).int64(0).int32(0);
  end_answer();
  if (log.end() != base_offset) server_.wake();
  return true;
}

bool Connection::answer_fetch(Reader& request, std::int32_t correlation_id) {
  request.skip(4);  // The replica id.
  const std::int32_t max_wait_ms = request.int32();
  request.skip(4);  // Fewest bytes: it is answered as soon as there are any.
  const std::int32_t max_bytes = request.int32();
  request.skip(1 + 4 + 4);
  const std::int32_t topics = request.int32();
  const std::string_view topic = request.string();
  const std::int32_t partitions = request.int32();
  const std::int32_t partition = request.int32();
  request.skip(4);
  const std::int64_t offset = request.int64();
  request.skip(8);
  const std::int32_t partition_bytes = request.int32();
  if (request.is_bad() || topics != 1 || partitions != 1 || partition != 0) return false;
  fetch_ = {.correlation_id = correlation_id,
            .topic = std::string(topic),
            .offset = offset,
            .most = static_cast<std::size_t>(std::max(0, std::min(max_bytes, partition_bytes)))};
  const PartitionLog& log = server_.log(topic);
  if (offset == log.end() && max_wait_ms > 0) {
    is_parked_ = true;
    server_.park(shared_from_this(),
                 std::chrono::steady_clock::now() + std::chrono::milliseconds(max_wait_ms));
  } else {
    answer_records(fetch_, log.read(offset, fetch_.most));
  }
  return true;
}

bool Connection::resume(bool is_due) {
  const PartitionLog& log = server_.log(fetch_.topic);
  if (is_writing_ || (fetch_.offset == log.end() && !is_due)) return false;
  is_parked_ = false;
  answer_records(fetch_, log.read(fetch_.offset, fetch_.most));
  if (take_frames()) write();
  return true;
}

void Connection::answer_records(const Fetch& fetch, const std::vector<Piece>& records) {
  const std::int64_t end = server_.log(fetch.topic).end();
  const bool is_outside = fetch.offset < 0 || fetch.offset > end;
  const std::size_t size = size_of(records);
  begin_answer(fetch.correlation_id)
      .int32(0)
      .int16(0)
      .int32(0)
      .int32(1)
      .string(fetch.topic)
      .int32(1)
      .int32(0)
      .int16(is_outside ? offset_out_of_range : 0)
      .int64(end)
      .int64(end)
      .int64(0)
      .int32(-1)
      .int32(-1)
      .int32(static_cast<std::int32_t>(size));
  end_answer(size);
  out_.insert(out_.end(), records.begin(), records.end());
}

bool Connection::answer_list_offsets(Reader& request, std::int32_t correlation_id) {
  request.skip(4);
  const std::int32_t topics = request.int32();
  const std::string_view topic = request.string();
  const std::int32_t partitions = request.int32();
  const std::int32_t partition = request.int32();
  const std::int64_t timestamp = request.int64();
  if (request.is_bad() || topics != 1 || partitions != 1 || partition != 0) return false;
  const std::int64_t offset = timestamp == -2 ? 0 : server_.log(topic).end();
  begin_answer(correlation_id)
      .int32(1)
      .string(topic)
      .int32(1)
      .int32(0)
      .int16(0)
      .int64(-1)
      .int64(offset);
  end_answer();
  return true;
}

bool Connection::answer_metadata(Reader& request, std::int32_t correlation_id) {
  const std::int32_t topics = std::max(0, request.int32());
  Writer answer = begin_answer(correlation_id);
  answer.int32(1).int32(1).string("127.0.0.1").int32(server_.port()).string("").int32(1);
  answer.int32(topics);
  for (std::int32_t i = 0; i < topics && !request.is_bad(); ++i) {
    answer.int16(0).string(request.string()).int8(0);
    // One partition: its leader, replicas and those in sync are broker 1.
    answer.int32(1).int16(0).int32(0).int32(1).int32(1).int32(1).int32(1).int32(1);
  }
  end_answer();
  return !request.is_bad();
}

void Connection::answer_api_versions(int version, std::int32_t correlation_id) {
  const bool is_compact = version >= 3;
  Writer answer = begin_answer(correlation_id);
  answer.int16(0);
  if (is_compact) {
    answer.int8(static_cast<std::int8_t>(supported.size() + 1));
  } else {
    answer.int32(static_cast<std::int32_t>(supported.size()));
  }
  for (const VersionRange& range : supported) {
    answer.int16(range.key).int16(range.first).int16(range.last);
    if (is_compact) answer.int8(0);
  }
  if (version >= 1) answer.int32(0);
  if (is_compact) answer.int8(0);
  end_answer();
}

Writer Connection::begin_answer(std::int32_t correlation_id) {
  head_ = heads_.size();
  Writer answer(heads_);
  answer.int32(0).int32(correlation_id);
  return answer;
}

/// `more` bytes follow what is written so far.
void Connection::end_answer(std::size_t more) {
  const std::size_t size = heads_.size() - head_;
  put(heads_.data() + head_, size - 4 + more, 4);
  out_.push_back({.bytes = nullptr, .size = size});
}

/// Then reads on, unless a Fetch waits.
void Connection::write() {
  std::vector<asio::const_buffer> left;
  left.reserve(out_.size());
  const char* head = heads_.data();
  for (const Piece& piece : out_) {
    left.emplace_back(piece.bytes == nullptr ? std::exchange(head, head + piece.size) : piece.bytes,
                      piece.size);
  }
  std::size_t done = 0;
  error_code error;
  while (done < left.size() && !error) {
    std::size_t count = socket_.write_some(std::span(left).subspan(done), error);
    while (done < left.size() && count >= left[done].size()) count -= left[done++].size();
    if (count > 0) left[done] += count;
  }
  const auto finish = [this] {
    is_writing_ = false;
    heads_.clear();
    out_.clear();
    if (!is_parked_) read();
  };
  if (done == left.size()) return finish();
  if (error != asio::error::would_block) return;
  is_writing_ = true;
  left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(done));
  asio::async_write(socket_, left,
                    [self = shared_from_this(), finish](const error_code& failure, std::size_t) {
                      if (!failure) finish();
                    });
}

}  // namespace floor_server
