#include "load.hpp"

#include "assigned_consumer.hpp"
#include "wire/process_figures.hpp"

#include <fmt/format.h>

namespace bench {

namespace {

constexpr auto limit = std::chrono::seconds(60);
constexpr auto enough = std::chrono::seconds(20);

double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

LoadMeter::LoadMeter(int process, int record_bytes)
    : process_(process), record_bytes_(record_bytes) {
  if (process_ != 0) cpu_at_start_ = cpu_time(process_);
  began_ = Clock::now();
}

void LoadMeter::print(std::string_view name, std::optional<std::int64_t> records) const {
  if (records) return print(name, *records, *records, Clock::now() - began_);
  print_line(name, fmt::format("\"record_bytes\":{},{}", record_bytes_, unfinished(limit)));
}

void LoadMeter::print(std::string_view name, std::int64_t records, std::int64_t timed,
                      Clock::duration took) const {
  const double rate = static_cast<double>(timed) / seconds(took);
  std::string cpu = "null";
  if (process_ != 0) {
    const double gigabytes = static_cast<double>(records) * record_bytes_ / 1e9;
    cpu = fmt::format("{:.4f}", seconds(cpu_time(process_) - cpu_at_start_) / gigabytes);
  }
  print_line(name, fmt::format("\"record_bytes\":{},\"records\":{},\"seconds\":{:.3f},"
                               "\"records_per_second\":{:.0f},\"megabytes_per_second\":{:.1f},"
                               "\"cpu_s_per_gb\":{}",
                               record_bytes_, records, seconds(took), rate,
                               rate * record_bytes_ / 1e6, cpu));
}

void consume_log(const LogToRead& log, const Reading& reading) {
  const LoadMeter meter(log.process, log.record_bytes);
  const Clock::time_point began = Clock::now();
  Clock::duration took{};
  int done = 0;
  for (; done < reading.passes && Clock::now() < began + enough; ++done) {
    AssignedConsumer consumer(log.bootstrap, log.topic, log.partitions, ConsumerQueue::largest);
    const Clock::time_point until = Clock::now() + limit;
    Clock::time_point quarter;
    for (std::int64_t count = 1; count <= reading.records; ++count) {
      if (consumer.poll(until) == nullptr) return meter.print(reading.name, std::nullopt);
      if (count == reading.records / 4) quarter = Clock::now();
    }
    took += Clock::now() - quarter;
  }
  meter.print(reading.name, done * reading.records, done * (reading.records - reading.records / 4),
              took);
}

}  // namespace bench
