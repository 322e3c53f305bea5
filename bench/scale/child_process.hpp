// ChildProcess: a broker as a process of ours, which is stopped when this goes.
#pragma once

#include <string>
#include <vector>

namespace bench {

class ChildProcess {
 public:
  /// Starts it. Throws std::system_error.
  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  int id() const { return id_; }
  /// The next line of its output; empty when it has ended.
  std::string line();

 private:
  int id_ = -1;
  int output_ = -1;
};

}  // namespace bench
