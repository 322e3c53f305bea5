#include "child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace bench {

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  const int error = posix_spawn(&id_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = ends[0];
  if (error != 0) {
    close(output_);
    throw std::system_error(error, std::generic_category(), command[0]);
  }
}

ChildProcess::~ChildProcess() {
  kill(id_, SIGTERM);
  waitpid(id_, nullptr, 0);
  close(output_);
}

std::string ChildProcess::line() {
  std::string line;
  for (char next = 0; read(output_, &next, 1) == 1 && next != '\n';) line += next;
  return line;
}

}  // namespace bench
