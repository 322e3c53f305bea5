#include "conformance/suite/broker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace cohort::conform {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto start_patience = std::chrono::seconds(60);
constexpr auto end_patience = std::chrono::seconds(2);
constexpr std::string_view marker = "bootstrap=";
/// Longer than any HOST:PORT.
constexpr std::size_t most_address = 300;

/// Source: the image apache/kafka (KIP-975): upper case, and each dot an underscore.
std::string environment_name(const std::string& property) {
  std::string name = "KAFKA_" + property;
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char each) {
    return each == '.' ? '_' : static_cast<char>(std::toupper(each));
  });
  return name;
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& properties) {
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each) variables.emplace_back(*each);
  for (const auto& [key, value] : properties) {
    const std::string name = environment_name(key) + "=";
    std::erase_if(variables, [&](const std::string& each) { return each.starts_with(name); });
    variables.push_back(name + value);
  }
  return variables;
}

/// The end of a pipe that this process holds the other one of.
constexpr int watched_descriptor = 3;

/// The command, and beside it what ends it when this process ends, even by SIGKILL: then the pipe
/// has nobody who could write.
std::string watched(const std::string& command) {
  return "{ read -r nothing; kill -TERM 0; sleep 2; kill -KILL 0; } <&3 >/dev/null 2>&1 3<&- &\n"
         "exec 3<&-\n" +
         command;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& each : texts) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

BrokerProcess::BrokerProcess(const BrokerCommand& command,
                             const std::map<std::string, std::string>& properties) {
  start(command, properties);
  try {
    address_ = parse_address(wait_for_address());
    dropping_ = std::thread([this] { drop_output(); });
  } catch (const std::invalid_argument& error) {
    end();
    throw Failure(error.what());
  } catch (...) {
    end();
    throw;
  }
}

BrokerProcess::~BrokerProcess() { end(); }

void BrokerProcess::start(const BrokerCommand& command,
                          const std::map<std::string, std::string>& properties) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "a pipe for the broker's output");
  }
  std::array<int, 2> life{};
  if (::pipe2(life.data(), O_CLOEXEC) != 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw std::system_error(errno, std::generic_category(), "a pipe for the broker's end");
  }
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, life[0], watched_descriptor);
  const std::string log = command.log.empty() ? "/dev/null" : command.log;
  constexpr int new_file_mode = 0644;
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, new_file_mode);
  // A group of its own, so that what a shell starts ends with it; and no signal is held back
  // or ignored.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  sigset_t ignored_here;
  ::sigemptyset(&ignored_here);
  ::sigaddset(&ignored_here, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &ignored_here);

  std::vector<std::string> words{"sh", "-c", watched(command.line)};
  std::vector<std::string> variables = environment_with(properties);
  const int failed = ::posix_spawn(&process_, "/bin/sh", &files, &attributes,
                                   pointers_to(words).data(), pointers_to(variables).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  ::close(life[0]);
  output_ = ends[0];
  life_ = life[1];
  if (failed == 0) return;
  ::close(output_);
  ::close(life_);
  throw std::system_error(failed, std::generic_category(), "/bin/sh");
}

std::string BrokerProcess::wait_for_address() {
  const auto deadline = Clock::now() + start_patience;
  std::string said;
  std::array<char, 4096> piece{};
  while (true) {
    const std::size_t at = said.find(marker);
    const std::size_t end = said.find_first_of(", \t\r\n", at);
    if (at != std::string::npos && end != std::string::npos) {
      return said.substr(at + marker.size(), end - at - marker.size());
    }
    // A command may say any number of other things.
    if (at == std::string::npos && said.size() > marker.size()) {
      said.erase(0, said.size() - marker.size());
    }
    if (at != std::string::npos && said.size() - at > most_address) {
      throw Failure("the broker's command printed no HOST:PORT behind bootstrap=");
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd readable{.fd = output_, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || ::poll(&readable, 1, static_cast<int>(left.count())) == 0) {
      throw Failure("the broker's command printed no bootstrap=HOST:PORT in 60 s");
    }
    const ssize_t count = ::read(output_, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      throw Failure("the broker's command ended" + how_it_ended() + " without bootstrap=HOST:PORT");
    said.append(piece.data(), static_cast<std::size_t>(count));
  }
}

void BrokerProcess::drop_output() {
  constexpr int look_every_ms = 50;
  std::array<char, 4096> piece{};
  pollfd readable{.fd = output_, .events = POLLIN, .revents = 0};
  while (!is_ending_) {
    if (::poll(&readable, 1, look_every_ms) <= 0) continue;
    if (::read(output_, piece.data(), piece.size()) == 0) return;
  }
}

std::string BrokerProcess::how_it_ended() {
  // Its output ends a moment before it does.
  for (int tries = 0; ending().empty() && tries < 100; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return ending().empty() ? "" : " " + ending();
}

std::string BrokerProcess::ending() {
  if (!is_ended_) is_ended_ = ::waitpid(process_, &status_, WNOHANG) == process_;
  if (!is_ended_) return "";
  if (WIFSIGNALED(status_)) return "by signal " + std::to_string(WTERMSIG(status_));
  return "with status " + std::to_string(WEXITSTATUS(status_));
}

void BrokerProcess::end() {
  const auto deadline = Clock::now() + end_patience;
  ::kill(-process_, SIGTERM);
  // A shell ends at once; what it started may have something to put in order.
  const auto is_there = [this] { return ending().empty() || ::kill(-process_, 0) == 0; };
  while (is_there() && Clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(-process_, SIGKILL);
  if (!is_ended_) ::waitpid(process_, &status_, 0);
  is_ended_ = true;
  is_ending_ = true;
  if (dropping_.joinable()) dropping_.join();
  ::close(output_);
  ::close(life_);
}

}  // namespace cohort::conform
