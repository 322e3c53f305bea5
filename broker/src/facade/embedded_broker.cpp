#include <cohort/broker/embedded_broker.hpp>
#include <cohort/broker/http_server.hpp>
#include <cohort/broker/listener_list.hpp>
#include <cohort/broker/long_polls.hpp>

#include <algorithm>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::int32_t most_port = 65'535;

std::uint16_t port_of(std::uint16_t first, std::int32_t place) {
  return static_cast<std::uint16_t>(first == 0 ? 0 : first + place);
}

std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : '[' + host + ']';
}

Instant wall_time() { return Instant(std::chrono::system_clock::now().time_since_epoch()); }

}  // namespace

/// What the broker's thread and its callers share: the thread runs the host, everybody else posts.
class EmbeddedBroker::Machine {
 public:
  using Predicate = std::function<bool(const Broker&, const Journal&)>;

  Machine(const EmbeddedOptions& options, const Config& config, Instant start)
      : topics_(options.topics),
        host_(std::make_unique<Broker>(config, start), {.clock = options.clock, .start = start}),
        broker_(dynamic_cast<Broker&>(host_.node())),
        journal_(options.journal_capacity),
        control_([this](const auto& work) { call([&] { work(broker_, host_.now()); }); }) {
    if (options.clock == net::ClockMode::manual) long_polls_.emplace(host_, broker_);
    listen(options, config);
    make_topics();
    journal_.add(broker_.take_facts());
    host_.after_turn([this] { have_turned(); });
    thread_ = std::thread([this] { host_.run(); });
  }
  ~Machine() {
    host_.stop();
    thread_.join();
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const std::string& bootstrap_servers() const { return bootstrap_servers_; }
  const std::string& http_address() const { return http_address_; }
  Control& control() { return control_; }

  // From here on: for work that call() runs.
  net::Host& host() { return host_; }
  Broker& broker() { return broker_; }
  const Journal& journal() const { return journal_; }
  void reset() {
    host_.restart_clock();
    broker_.reset(host_.now());
    make_topics();
  }

  /// Runs the work on the broker's thread, and returns when the turn has ended in which it was
  /// done: by then its bytes were handed to the sockets. Throws what the work throws.
  void call(const std::function<void()>& work) {
    std::promise<void> done;
    host_.post([&] {
      std::exception_ptr failure;
      try {
        work();
      } catch (...) {
        failure = std::current_exception();
      }
      calls_.push_back({&done, failure});
    });
    done.get_future().get();
  }

  bool wait_until(Predicate holds, std::chrono::milliseconds within) {
    const auto watch = std::make_shared<Watch>(Watch{.holds = std::move(holds), .held = {}});
    std::future<void> held = watch->held.get_future();
    call([&] { watches_.push_back(watch); });
    if (held.wait_for(within) != std::future_status::ready) {
      call([&] { std::erase(watches_, watch); });
      if (held.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
    }
    held.get();
    return true;
  }

 private:
  struct Watch {
    Predicate holds;
    std::promise<void> held;
  };
  struct Call {
    std::promise<void>* done = nullptr;
    std::exception_ptr failure;
  };

  void listen(const EmbeddedOptions& options, const Config& config) {
    if (options.port != 0 && options.port + config.brokers - 1 > most_port) {
      throw std::invalid_argument("EmbeddedOptions: ports of all brokers end at 65535");
    }
    const bool is_everywhere = is_wildcard(options.host);
    const std::string reachable = is_everywhere ? "127.0.0.1" : options.host;
    std::vector<Listener> listeners;
    for (std::int32_t place = 0; place < config.brokers; ++place) {
      const std::uint16_t port = host_.listen(options.host, port_of(options.port, place));
      listeners.push_back({.node_id = config.node_id + place,
                           .advertised = {is_everywhere ? std::string() : options.host, port}});
      if (place > 0) bootstrap_servers_ += ',';
      bootstrap_servers_.append(in_url(reachable)).append(":").append(std::to_string(port));
    }
    broker_.advertise(std::move(listeners));
    if (!options.http) return;
    http_.emplace(HttpSubject{.host = host_,
                              .broker = broker_,
                              .journal = journal_,
                              .clock = options.clock,
                              .reset = [this] { host_.turn([this] { reset(); }); }},
                  options.host, *options.http);
    http_address_ = "http://" + in_url(reachable);
    http_address_.append(":").append(std::to_string(http_->port()));
  }

  void make_topics() {
    for (const TopicToMake& topic : topics_) {
      broker_.create_topic(topic.name, topic.partitions, host_.now());
    }
  }

  void have_turned() {
    journal_.add(broker_.take_facts());
    if (http_) http_->have_turned();
    if (long_polls_) long_polls_->have_turned();
    // Whoever looked, or failed to, is done.
    std::erase_if(watches_, [this](const auto& watch) { return is_done(*watch); });
    for (const Call& call : std::exchange(calls_, {})) {
      if (call.failure) {
        call.done->set_exception(call.failure);
      } else {
        call.done->set_value();
      }
    }
  }

  bool is_done(Watch& watch) const {
    try {
      if (!watch.holds(broker_, journal_)) return false;
      watch.held.set_value();
    } catch (...) {
      watch.held.set_exception(std::current_exception());
    }
    return true;
  }

  std::vector<TopicToMake> topics_;
  net::Host host_;
  Broker& broker_;
  Journal journal_;
  Control control_;
  std::optional<HttpServer> http_;
  std::optional<LongPolls> long_polls_;
  std::string bootstrap_servers_;
  std::string http_address_;
  std::vector<std::shared_ptr<Watch>> watches_;
  std::vector<Call> calls_;  ///< Done in this turn.
  std::thread thread_;
};

EmbeddedBroker::EmbeddedBroker(const EmbeddedOptions& options)
    : machine_(std::make_unique<Machine>(options,
                                         options.clock == net::ClockMode::manual
                                             ? for_manual_clock(options.config)
                                             : options.config,
                                         wall_time())) {}
EmbeddedBroker::~EmbeddedBroker() = default;

const std::string& EmbeddedBroker::bootstrap_servers() const {
  return machine_->bootstrap_servers();
}

const std::string& EmbeddedBroker::http_address() const { return machine_->http_address(); }

Control& EmbeddedBroker::control() { return machine_->control(); }

Instant EmbeddedBroker::now() {
  Instant now;
  machine_->call([&] { now = machine_->host().now(); });
  return now;
}

void EmbeddedBroker::advance(Duration by) {
  machine_->call([&] { machine_->host().advance(by); });
}

void EmbeddedBroker::advance(Duration by, Duration step, std::chrono::milliseconds pause) {
  if (step <= Duration::zero()) throw std::invalid_argument("advance: a step takes some time");
  if (by <= Duration::zero()) return advance(by);
  for (Duration left = by; left > Duration::zero(); left -= step) {
    advance(std::min(left, step));
    std::this_thread::sleep_for(pause);
  }
}

Instant EmbeddedBroker::next_deadline() {
  Instant deadline;
  machine_->call([&] { deadline = machine_->broker().next_deadline(); });
  return deadline;
}

std::vector<ArmedTimer> EmbeddedBroker::armed_timers() {
  std::vector<ArmedTimer> timers;
  machine_->call([&] { timers = machine_->broker().armed_timers(); });
  return timers;
}

std::optional<WaitView> EmbeddedBroker::waiting_for(const std::string& group) {
  const std::optional<GroupView> view = control().group(group);
  return view ? view->waiting_for : std::nullopt;
}

void EmbeddedBroker::reset() {
  machine_->call([this] { machine_->reset(); });
}

void EmbeddedBroker::look(const std::function<void(const Broker&, const Journal&)>& work) {
  machine_->call([&] { work(machine_->broker(), machine_->journal()); });
}

bool EmbeddedBroker::wait_until(std::function<bool(const Broker&, const Journal&)> holds,
                                std::chrono::milliseconds within) {
  return machine_->wait_until(std::move(holds), within);
}

Journal EmbeddedBroker::journal() {
  std::optional<Journal> copy;
  machine_->call([&] { copy = machine_->journal(); });
  return *std::move(copy);
}

}  // namespace cohort::broker
