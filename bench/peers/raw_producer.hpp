// RawProducer: a blocking socket that sends one Produce request of one record after the other, so
// that what is measured is the broker and not a client library.
#pragma once

#include <string>

namespace bench {

class RawProducer {
 public:
  /// Connects. Throws std::system_error.
  RawProducer(const std::string& bootstrap, const std::string& topic, int record_bytes);
  ~RawProducer();
  RawProducer(const RawProducer&) = delete;
  RawProducer& operator=(const RawProducer&) = delete;

  /// Sends so many requests (v9, acks=all), `in_flight` of them before it waits for answers.
  void produce(int requests, int in_flight);

 private:
  void send_all(const std::string& bytes);
  void skip_answers(int count);

  int socket_ = -1;
  std::string request_;
};

}  // namespace bench
