#include "produce.hpp"

#include "duration.hpp"
#include "line_reader.hpp"
#include "progress_line.hpp"
#include "record_json.hpp"
#include "serve.hpp"
#include "standard_output.hpp"
#include "stop_signals.hpp"
#include "text_escapes.hpp"
#include <cohort/client/producer.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <utility>

namespace cohort::tool {

namespace {

std::string in_ms(Duration duration) {
  return std::to_string(std::chrono::duration_cast<milliseconds>(duration).count());
}

/// Every wait of a record fits into --timeout: for its topic, for room, for its delivery.
void give_timeout(ClientSettings& settings, const std::string& text) {
  const Duration timeout = parse_duration("--timeout", text);
  const client::ProducerConfig usual = client::producer_config(settings.properties());
  settings.give("--timeout", "delivery.timeout.ms", in_ms(timeout));
  settings.prefer("max.block.ms", in_ms(timeout));
  // What is delivered in time needs its answer earlier than that (KIP-91).
  const Duration room = std::max<Duration>(timeout - usual.linger, milliseconds(1));
  settings.prefer("request.timeout.ms", in_ms(std::min(room, usual.client.request_timeout)));
}

client::ProducerConfig producer_config_of(const ProduceOptions& options) {
  ClientSettings settings(options.client, client::Role::producer);
  if (options.compression) settings.give("-z", "compression.type", *options.compression);
  if (options.acks) settings.give("--acks", "acks", *options.acks);
  settings.prefer("client.id", "cohort-produce");
  // A pipe brings many records at a time; librdkafka's default, which kcat has.
  settings.prefer("linger.ms", "5");
  settings.prefer("batch.size", "262144");
  if (options.client.timeout) give_timeout(settings, *options.client.timeout);
  return client::producer_config(settings.properties());
}

std::vector<RecordHeader> headers_of(const std::vector<std::string>& options) {
  std::vector<RecordHeader> headers;
  headers.reserve(options.size());
  for (const std::string& text : options) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || text.empty()) throw UsageError(fmt::format("-H {}: NAME=VALUE", text));
    RecordHeader header{.key = text.substr(0, equals)};
    if (equals != std::string::npos) header.value = Buffer::copy_of(text.substr(equals + 1));
    headers.push_back(std::move(header));
  }
  return headers;
}

/// What each line becomes.
class LineToRecord {
 public:
  explicit LineToRecord(const ProduceOptions& options)
      : empty_is_null_(options.empty_is_null),
        record_{.topic = options.topic,
                .partition = options.partition,
                .headers = headers_of(options.headers)} {
    if (!options.key_separator) return;
    separator_ = unescape("--key-separator", *options.key_separator);
    if (separator_.empty()) throw UsageError("--key-separator: at least one character");
  }

  client::ProducerRecord operator()(const Buffer& line, std::uint64_t number) const {
    client::ProducerRecord record = record_;
    record.tag = number;
    record.value = line;
    const std::size_t at =
        separator_.empty() ? std::string_view::npos : line.text().find(separator_);
    if (at != std::string_view::npos) {
      record.key = line.slice(0, at);
      record.value = line.slice(at + separator_.size());
    }
    if (empty_is_null_ && record.key && record.key->empty()) record.key.reset();
    if (empty_is_null_ && record.value->empty()) record.value.reset();
    return record;
  }

 private:
  bool empty_is_null_;
  std::string separator_;
  client::ProducerRecord record_;
};

/// One run of the command.
class Sending {
 public:
  Sending(const ProduceOptions& options, const client::ProducerConfig& config)
      : to_record_(options),
        patience_(config.delivery_timeout + config.max_block),
        prints_json_(options.client.output == "json"),
        producer_(config),
        // Where lines are typed the terminal shows them.
        progress_("sent", ::isatty(STDIN_FILENO) == 0) {}

  void run() {
    send_lines();
    try {
      producer_.flush(patience_);
    } catch (const client::Error& error) {
      if (trouble_.empty()) trouble_ = error.what();
    }
    take_deliveries();
    report();
  }

 private:
  void send_lines() {
    while (!lines_.is_at_end() && trouble_.empty() && !signals_.is_wished()) {
      constexpr Duration glance = milliseconds(10);
      constexpr Duration look = milliseconds(100);
      if (lines_.is_readable(producer_.unfinished() > 0 ? glance : look)) {
        send(lines_.read());
      }
      take_deliveries();
    }
  }

  void send(const std::vector<Buffer>& lines) {
    std::uint64_t bytes = 0;
    const std::uint64_t before = sent_;
    for (const Buffer& line : lines) {
      if (!send(line)) break;
      bytes += line.size();
    }
    progress_.add(sent_ - before, bytes);
  }

  /// False if it makes no sense to go on.
  bool send(const Buffer& line) {
    ++sent_;
    try {
      producer_.send(to_record_(line, sent_));
      return true;
    } catch (const client::Error& error) {
      failed(sent_, error.what());
      // That is the record's own fault; all else would happen to the next one, too.
      if (error.code() == ErrorCode::message_too_large) return true;
      trouble_ = "the rest of the input was not read";
      return false;
    }
  }

  void take_deliveries() {
    for (const client::Delivery& delivery : producer_.take_deliveries()) {
      if (!delivery.is_delivered()) {
        failed(delivery.tag, client::Error(*delivery.failure).what());
        continue;
      }
      ++delivered_;
      if (prints_json_) append_json(output_.text(), delivery);
      if (output_.is_full()) write_output();
    }
    write_output();
    progress_.tick();
  }

  void write_output() {
    // Records go on their way whether or not anybody wants to hear of it.
    if (!output_.flush()) prints_json_ = false;
  }

  void failed(std::uint64_t line, const std::string& why) {
    constexpr std::uint64_t most_told = 5;
    if (++failed_ > most_told) return;
    std::cerr << fmt::format("cohort: line {}: {}\n", line, why);
  }

  void report() const {
    if (delivered_ == sent_ && trouble_.empty()) return;
    std::string text =
        fmt::format("{} of {} records were not delivered", sent_ - delivered_, sent_);
    if (!trouble_.empty()) text += ": " + trouble_;
    throw std::runtime_error(text);
  }

  LineToRecord to_record_;
  Duration patience_;
  bool prints_json_;
  client::Producer producer_;
  ProgressLine progress_;
  StopSignals signals_;
  LineReader lines_;
  StandardOutput output_;
  std::uint64_t sent_ = 0;  ///< Lines that became records; the last one's number, too.
  std::uint64_t delivered_ = 0;
  std::uint64_t failed_ = 0;
  std::string trouble_;
};

}  // namespace

CLI::App& add_produce(CLI::App& app, ProduceOptions& options) {
  CLI::App& produce =
      *app.add_subcommand("produce", "Send each line of standard input as a record of a topic.");
  add_client_options(produce, options.client,
                     "table says nothing but of failures; json prints a line for each delivery");
  produce.add_option("--topic", options.topic, "Topic to write to")->required();
  produce.add_option("--key-separator", options.key_separator,
                     "What stands between key and value in a line (\\t, \\xHH, … are understood); "
                     "a line without it has no key");
  produce
      .add_option("--partition", options.partition,
                  "Partition for all records (default: by the partitioner)")
      ->check(CLI::Range(0, std::numeric_limits<std::int32_t>::max()));
  produce
      .add_option("-H", options.headers,
                  "NAME=VALUE, a header of every record; NAME alone: its value is null")
      ->allow_extra_args(false);
  produce.add_option("-z", options.compression, "Compression: none, gzip, snappy, lz4 or zstd");
  produce.add_option("--acks", options.acks,
                     "Who must have a record: 0 nobody, 1 the leader, all (default)");
  produce.add_flag("-Z,--null-value", options.empty_is_null,
                   "An empty value is null, and so is an empty key");
  produce.add_option("--timeout", options.client.timeout,
                     "So long a record may take to be delivered, such as 30s (default 2m)");
  return produce;
}

int produce(const ProduceOptions& options) {
  Sending(options, producer_config_of(options)).run();
  return 0;
}

}  // namespace cohort::tool
