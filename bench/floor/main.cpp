// floor_server [--crc]: the least that a broker can do for the throughput of one partition, to
// compare brokers with. Prints bootstrap=HOST:PORT when it listens; SIGTERM and SIGINT end it.
#include "server.hpp"

#include <boost/asio/signal_set.hpp>

#include <cstdio>
#include <cstring>
#include <exception>

int main(int argc, char** argv) {
  const bool checks_crc = argc == 2 && std::strcmp(argv[1], "--crc") == 0;
  if (argc > 1 && !checks_crc) {
    std::fputs("usage: floor_server [--crc]\n", stderr);
    return 2;
  }
  try {
    boost::asio::io_context io(1);  // One thread: it may do without locks.
    boost::asio::signal_set stop(io, SIGINT, SIGTERM);
    stop.async_wait([&io](const boost::system::error_code&, int) { io.stop(); });
    const floor_server::Server server(io, {.checks_crc = checks_crc});
    std::printf("bootstrap=127.0.0.1:%d\n", server.port());
    std::fflush(stdout);
    io.run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "floor_server: %s\n", error.what());
    return 1;
  }
  return 0;
}
