// mock_cluster [--version]: librdkafka's mock cluster of one broker, until SIGTERM or SIGINT.
// Prints bootstrap=HOST:PORT when it listens.
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--version") == 0) {
    std::printf("librdkafka %s\n", rd_kafka_version_str());
    return 0;
  }
  // Before its threads are there, which take after this one.
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTERM);
  sigaddset(&stop, SIGINT);
  pthread_sigmask(SIG_BLOCK, &stop, nullptr);

  std::array<char, 512> problem{};
  rd_kafka_conf_t* const conf = rd_kafka_conf_new();
  rd_kafka_t* const client = rd_kafka_new(RD_KAFKA_PRODUCER, conf, problem.data(), problem.size());
  if (client == nullptr) {
    std::fprintf(stderr, "mock_cluster: %s\n", problem.data());
    return 1;
  }
  rd_kafka_mock_cluster_t* const cluster = rd_kafka_mock_cluster_new(client, 1);
  if (cluster == nullptr) {
    std::fputs("mock_cluster: it did not start\n", stderr);
    return 1;
  }
  std::printf("bootstrap=%s\n", rd_kafka_mock_cluster_bootstraps(cluster));
  std::fflush(stdout);
  int which = 0;
  sigwait(&stop, &which);
  return 0;
}
