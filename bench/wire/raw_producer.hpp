// RawProducer: sends one Produce request after the other, each with the same batch.
#pragma once

#include "figures.hpp"
#include "raw_connection.hpp"

#include <string>

namespace bench {

/// One batch of equal records.
struct BatchShape {
  int records = 1;
  int record_bytes = 100;
};

/// A frame of Produce v7 with acks=all: the newest version that librdkafka's mock cluster knows.
std::string produce_frame(const std::string& topic, int partition, const BatchShape& shape);

/// Asks for the topic's metadata until it is there: brokers make a topic that is asked for.
void create_by_asking(RawConnection& connection, const std::string& topic);

class RawProducer {
 public:
  /// Connects. Throws std::system_error.
  RawProducer(const std::string& bootstrap, const std::string& topic, const BatchShape& shape);

  /// Sends so many requests, `in_flight` of them before it waits for answers.
  void produce(int requests, int in_flight);
  /// The round trips of so many requests, one after the other.
  Figures time(int requests);

 private:
  void send_one();
  /// Throws when it tells of an error.
  void check_answer();

  RawConnection connection_;
  std::string request_;
};

}  // namespace bench
