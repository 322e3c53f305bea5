// BrokerProcess: a broker that the suite starts, and ends.
#pragma once

#include "conformance/play/socket_transport.hpp"

#include <sys/types.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>

namespace cohort::conform {

struct BrokerCommand {
  std::string line;  ///< For the shell.
  std::string log;   ///< A file that its standard error is added to; empty: it is dropped.
};

class BrokerProcess {
 public:
  /// Runs the command, which prints `bootstrap=HOST:PORT` somewhere on its standard output when the
  /// broker listens. It finds the properties in its environment, under the names that Kafka's
  /// container image knows: `KAFKA_GROUP_MAX_SIZE` for `group.max.size`. Throws Failure if it does
  /// not come up in time.
  BrokerProcess(const BrokerCommand& command, const std::map<std::string, std::string>& properties);
  /// Ends it, and all that it started, gently or not.
  ~BrokerProcess();
  BrokerProcess(const BrokerProcess&) = delete;
  BrokerProcess& operator=(const BrokerProcess&) = delete;

  const Address& address() const { return address_; }
  /// How it ended, `by signal 11` say; empty while it runs.
  std::string ending();

 private:
  void start(const BrokerCommand& command, const std::map<std::string, std::string>& properties);
  void end();
  std::string wait_for_address();
  /// Behind the end of its output: ` with status 127`, or nothing if it goes on.
  std::string how_it_ended();
  /// Reads what it says later, which nobody needs: a full pipe would stop a broker that writes its
  /// log there. The life of a thread.
  void drop_output();

  pid_t process_ = -1;
  int output_ = -1;
  int life_ = -1;  ///< Closed when this process ends, however it does.
  bool is_ended_ = false;
  int status_ = 0;
  Address address_;
  std::atomic<bool> is_ending_ = false;
  std::thread dropping_;
};

}  // namespace cohort::conform
