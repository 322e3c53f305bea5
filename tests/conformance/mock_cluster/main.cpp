// mock_cluster [--version] [TOPIC:PARTITIONS]...: librdkafka's mock cluster of one broker, until
// SIGTERM or SIGINT. It makes the topics, which CreateTopics can't; prints bootstrap=HOST:PORT when
// it listens.
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

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
  for (int i = 1; i < argc; ++i) {
    const std::string topic = argv[i];
    const std::size_t colon = topic.find(':');
    const int partitions = colon == std::string::npos ? 1 : std::atoi(argv[i] + colon + 1);
    if (rd_kafka_mock_topic_create(cluster, topic.substr(0, colon).c_str(), partitions, 1) !=
        RD_KAFKA_RESP_ERR_NO_ERROR) {
      std::fprintf(stderr, "mock_cluster: no topic %s\n", argv[i]);
      return 2;
    }
  }
  std::printf("bootstrap=%s\n", rd_kafka_mock_cluster_bootstraps(cluster));
  std::fflush(stdout);
  int which = 0;
  sigwait(&stop, &which);
  return 0;
}
