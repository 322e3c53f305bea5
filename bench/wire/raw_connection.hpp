// RawConnection: a blocking socket that sends and receives whole frames, so that what is measured
// is the broker and not a client library.
#pragma once

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

class RawConnection {
 public:
  /// Connects. Throws std::system_error.
  explicit RawConnection(const std::string& bootstrap);
  ~RawConnection();
  RawConnection(RawConnection&& other) noexcept;
  RawConnection& operator=(RawConnection&&) = delete;

  void send(std::string_view frames);
  /// The next frame without its length, until the next call. Throws when the peer has closed or
  /// says nothing for a minute.
  std::string_view receive();

  /// Sends a request and waits for its answer. REQUIRES: none is unanswered.
  template <class Response, class Request>
  Response call(const Request& request, int version) {
    send(frame_of(request, version));
    return answer<Response>(version);
  }
  /// The next answer, decoded.
  template <class Response>
  Response answer(int version) {
    const cohort::Buffer frame = cohort::Buffer::copy_of(receive());
    const auto header = cohort::decode_response_header(frame, Response::api.key, version);
    if (!header) throw std::runtime_error("an answer without a header");
    auto response = cohort::decode<Response>(frame.slice(header->size), version);
    if (!response) throw std::runtime_error("an answer that can't be read");
    return std::move(*response);
  }
  /// The whole frame of a request.
  template <class Request>
  static std::string frame_of(const Request& request, int version) {
    const cohort::RequestHeader header{.api_key = Request::api.key,
                                       .api_version = static_cast<std::int16_t>(version),
                                       .client_id = "raw"};
    return std::string(cohort::encode_request(header, request).joined().text());
  }

 private:
  int socket_ = -1;
  std::vector<char> received_;  ///< From begin_ to end_ what was not given out yet.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace bench
