#include "client.hpp"
#include "load.hpp"
#include "scenes.hpp"
#include "wire/raw_producer.hpp"

#include <fmt/format.h>

namespace bench {

bool measure_single(const SingleOptions& options) {
  constexpr int in_flight = 32;
  const BatchShape one_record{.records = 1, .record_bytes = options.record_bytes};
  const std::string topic = fresh("single-topic");
  {
    RawProducer producer(options.bootstrap, topic, one_record);  // Has produced one.
    const LoadMeter meter(options.process, options.record_bytes);
    producer.produce(options.records - 1, in_flight);
    meter.print("single-produce-32-in-flight", options.records - 1);
  }
  consume_log({options.bootstrap, topic, options.process, options.record_bytes},
              {.name = "single-consume", .records = options.records, .passes = 10});
  return true;
}

bool measure_round_trip(const SingleOptions& options) {
  const BatchShape one_record{.records = 1, .record_bytes = options.record_bytes};
  RawProducer producer(options.bootstrap, fresh("round-trip-topic"), one_record);
  producer.time(options.records / 10);
  const Figures figures = producer.time(options.records);
  print_line("round-trip",
             fmt::format("\"requests\":{},\"record_bytes\":{},\"round_trip_ms\":{{{}}}",
                         figures.size(), options.record_bytes, figures.json()));
  return true;
}

}  // namespace bench
