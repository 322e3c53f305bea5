// Connection: reads frames, answers them, and writes the answers of all frames that had come in one
// gather-write.
#pragma once

#include "partition_log.hpp"
#include "server.hpp"
#include "wire.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace floor_server {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server& server, tcp::socket socket);
  void start() { read(); }
  /// Answers the parked Fetch with what there is; false when there is nothing and it is not due.
  bool resume(bool is_due);

 private:
  struct Fetch {
    std::int32_t correlation_id = 0;
    std::string topic;
    std::int64_t offset = 0;
    std::size_t most = 0;
  };

  void read();
  void on_read(std::size_t count);
  bool take_frames();
  bool answer(char* frame, std::size_t size);
  bool answer_produce(Reader& request, std::int32_t correlation_id);
  bool answer_fetch(Reader& request, std::int32_t correlation_id);
  bool answer_list_offsets(Reader& request, std::int32_t correlation_id);
  bool answer_metadata(Reader& request, std::int32_t correlation_id);
  void answer_api_versions(int version, std::int32_t correlation_id);
  void answer_records(const Fetch& fetch, const std::vector<Piece>& records);
  Writer begin_answer(std::int32_t correlation_id);
  void end_answer(std::size_t more = 0);
  void write();

  Server& server_;
  tcp::socket socket_;
  /// Small frames, and the beginnings of large ones, which get memory of their own.
  std::array<char, 8192> small_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  Memory large_;
  std::size_t large_size_ = 0;
  std::size_t large_end_ = 0;
  /// The answers so far: pieces without bytes are the next ones of heads_.
  std::string heads_;
  std::size_t head_ = 0;
  std::vector<Piece> out_;
  Fetch fetch_;
  bool is_parked_ = false;
  bool is_writing_ = false;  ///< A write waits for the socket; it uses heads_.
};

}  // namespace floor_server
