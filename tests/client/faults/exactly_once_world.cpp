#include "client/faults/exactly_once_world.hpp"

#include "state.hpp"
#include <cohort/protocol/record_marker.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

/// Lets a client's calls be stopped between any two things that happen.
class MortalDriver final : public Driver {
 public:
  MortalDriver(std::unique_ptr<Driver> inner, MortalRuntime& runtime)
      : inner_(std::move(inner)), runtime_(&runtime) {}

  void turn(const std::function<void(Node& node, Instant now)>& work) override {
    inner_->turn(work);
    runtime_->look();
  }
  bool run_until(const std::function<bool(Node& node, Instant now)>& holds,
                 Instant deadline) override {
    return inner_->run_until(
        [&](Node& node, Instant now) {
          runtime_->count_step();
          return holds(node, now);
        },
        deadline);
  }
  Instant now() override { return inner_->now(); }

 private:
  std::unique_ptr<Driver> inner_;
  MortalRuntime* runtime_;
};

broker::VirtualOptions exactly_once_options(const ExactlyOnceOptions& options) {
  broker::VirtualOptions made{
      .topics = {{.name = "in", .partitions = 2}, {.name = "out", .partitions = 2}}};
  made.config.brokers = options.brokers;
  made.config.seed = options.seed;
  if (options.brokers > 1) {
    made.config.set("default.replication.factor", std::to_string(options.brokers));
  }
  made.world.seed = options.seed;
  made.world.faults = {.latency_min = options.latency, .latency_max = options.latency};
  return made;
}

std::string output_of(std::int32_t partition, std::int64_t offset) {
  return std::to_string(partition) + ":" + std::to_string(offset);
}

Properties settings(ExactlyOnceWorld& world, Properties more) {
  more.emplace("bootstrap.servers", world.broker.bootstrap_servers());
  more.emplace("request.timeout.ms", "2000");
  return more;
}

}  // namespace

std::unique_ptr<Driver> MortalRuntime::run(std::unique_ptr<Node> node) {
  return std::make_unique<MortalDriver>(inner_.run(std::move(node)), *this);
}

void MortalRuntime::count_step() {
  look();
  if (steps_++ != stops_at_) return;
  throw Stopped();
}

ExactlyOnceWorld::ExactlyOnceWorld(const ExactlyOnceOptions& options)
    : broker(exactly_once_options(options)), runtime(broker.world(), [this] { check(); }) {
  for (int i = 0; i < inputs; ++i) {
    broker.control().append("in", i % 2, {{.value = Buffer::copy_of(std::to_string(i))}});
  }
}

std::vector<std::string> ExactlyOnceWorld::committed_outputs(std::int32_t partition) const {
  const broker::PartitionLog& log = broker.broker().state().catalog.find("out", partition)->log;
  std::map<std::int64_t, std::vector<std::string>> open;
  std::vector<std::string> seen;
  for (std::int64_t offset = log.log_start_offset(); offset < log.log_end_offset();) {
    const broker::ReadResult read = log.read({.offset = offset,
                                              .max_bytes = std::int64_t{1} << 30,
                                              .isolation = broker::Isolation::log_end});
    for (const broker::StoredBatch& stored : read.batches) {
      offset = stored.last_offset() + 1;
      const std::int64_t producer = stored.batch.header().producer_id;
      if (const auto marker = marker_of(stored.batch)) {
        const bool is_commit = marker->type == MarkerType::commit;
        if (is_commit) seen.insert(seen.end(), open[producer].begin(), open[producer].end());
        open.erase(producer);
      } else {
        RecordCursor cursor(stored.batch.records().value());
        for (RecordView record; cursor.next(record);) {
          open[producer].emplace_back(record.owned().value->text());
        }
      }
    }
  }
  std::ranges::sort(seen);
  return seen;
}

void ExactlyOnceWorld::check() {
  if (!violation_.empty()) return;
  const auto topic = broker.control().topic("out");
  const auto view = broker.control().group(group);
  for (const broker::PartitionView& partition : topic->partitions) {
    std::int64_t& stable = stable_[partition.partition];
    if (partition.last_stable_offset < stable) violation_ = "the last stable offset went back";
    stable = partition.last_stable_offset;

    std::int64_t committed = 0;
    if (view) {
      for (const broker::OffsetView& offset : view->offsets) {
        if (offset.partition == partition.partition) committed = offset.committed;
      }
    }
    std::vector<std::string> expected;
    for (std::int64_t i = 0; i < committed; ++i) {
      expected.push_back(output_of(partition.partition, i));
    }
    const std::vector<std::string> outputs = committed_outputs(partition.partition);
    if (outputs == expected) continue;
    violation_ = "inputs up to " + output_of(partition.partition, committed) + ", but outputs:";
    for (const std::string& value : outputs) violation_.append(" ").append(value);
  }
}

bool ExactlyOnceWorld::is_done() {
  const auto view = broker.control().group(group);
  std::int64_t committed = 0;
  if (view) {
    for (const broker::OffsetView& offset : view->offsets) committed += offset.committed;
  }
  return committed == inputs;
}

std::vector<std::string> ExactlyOnceWorld::outputs() {
  // What the dead have left open holds readers back until its time is over.
  broker.advance(minutes(1));
  VirtualRuntime virtual_runtime(broker.world());
  Consumer reader(consumer_config(settings(*this, {{"auto.offset.reset", "earliest"},
                                                   {"isolation.level", "read_committed"}})),
                  virtual_runtime);
  reader.assign({{"out", 0}, {"out", 1}});
  std::vector<std::string> values;
  while (true) {
    const std::vector<ConsumerRecord> records = reader.poll(seconds(1));
    if (records.empty()) break;
    for (const ConsumerRecord& record : records) values.emplace_back(record.value->text());
  }
  std::ranges::sort(values);
  return values;
}

std::vector<std::string> ExactlyOnceWorld::all_outputs() {
  std::vector<std::string> all;
  for (std::int32_t partition = 0; partition < 2; ++partition) {
    for (std::int64_t offset = 0; offset < inputs / 2; ++offset) {
      all.push_back(output_of(partition, offset));
    }
  }
  return all;
}

Processor::Processor(ExactlyOnceWorld& world, const std::string& transactional_id)
    : world_(&world),
      consumer_(consumer_config(settings(world, {{"group.id", ExactlyOnceWorld::group},
                                                 {"auto.offset.reset", "earliest"},
                                                 {"enable.auto.commit", "false"},
                                                 {"isolation.level", "read_committed"},
                                                 {"max.poll.records", "1"},
                                                 {"max.poll.interval.ms", "20000"},
                                                 {"session.timeout.ms", "6000"},
                                                 {"heartbeat.interval.ms", "2000"}})),
                world.runtime),
      producer_(producer_config(settings(world, {{"transactional.id", transactional_id},
                                                 {"delivery.timeout.ms", "10000"},
                                                 {"transaction.timeout.ms", "15000"}})),
                world.runtime) {
  consumer_.subscribe({"in"});
}

void Processor::step() {
  if (!is_ready_) producer_.init_transactions();
  is_ready_ = true;
  const std::vector<ConsumerRecord> records = consumer_.poll(seconds(1));
  if (records.empty()) return;
  try {
    producer_.begin_transaction();
    is_open_ = true;
    is_committing_ = false;
    OffsetsToCommit offsets;
    for (const ConsumerRecord& record : records) {
      producer_.send({.topic = "out",
                      .partition = record.partition,
                      .value = Buffer::copy_of(output_of(record.partition, record.offset))});
      offsets[{record.topic, record.partition}] = {.offset = record.offset + 1};
    }
    producer_.send_offsets_to_transaction(offsets, consumer_.membership());
    commit();
  } catch (const TransactionAbortable&) {
    abort();
  }
}

void Processor::go_on() {
  if (!is_open_) return;
  try {
    if (is_committing_) commit();
  } catch (const TransactionAbortable&) {
    // So it was not committed.
  }
  if (is_open_) abort();
}

void Processor::commit() {
  is_committing_ = true;
  while (is_open_) {
    try {
      producer_.commit_transaction();
      is_open_ = false;
    } catch (const TimedOut&) {
      // To be called again.
    }
  }
}

void Processor::abort() {
  while (is_open_) {
    try {
      producer_.abort_transaction();
      is_open_ = false;
    } catch (const TimedOut&) {
      // To be called again.
    }
  }
  for (const auto& [partition, committed] : consumer_.committed(consumer_.assignment())) {
    consumer_.seek(partition, committed ? committed->offset : 0);
  }
}

void Processor::run() {
  const Instant deadline = world_->broker.now() + minutes(5);
  while (!world_->is_done() && world_->broker.now() < deadline) step();
}

void process_the_rest(ExactlyOnceWorld& world, const std::string& transactional_id) {
  for (int attempt = 0; attempt < 5 && !world.is_done(); ++attempt) {
    try {
      Processor(world, transactional_id).run();
    } catch (const Error& error) {
      // A fatal one, or a call of the consumer that took too long: another process begins.
      EXPECT_TRUE(error.kind() == FailureKind::fatal || error.kind() == FailureKind::timed_out ||
                  error.kind() == FailureKind::refused)
          << error.what();
    }
  }
}

}  // namespace cohort::client
