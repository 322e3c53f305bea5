#include "scenes.hpp"
#include "wire/figures.hpp"
#include "wire/process_figures.hpp"
#include "wire/raw_producer.hpp"

#include <fmt/format.h>

namespace bench {

void measure_memory(const MemoryOptions& options) {
  const BatchShape shape{.records = options.batch_records, .record_bytes = options.record_bytes};
  RawProducer producer(options.bootstrap, "memory", shape);
  const double batch_payload = 1.0 * options.batch_records * options.record_bytes;
  const int batches = static_cast<int>(options.megabytes * 1e6 / batch_payload);
  const ResidentMemory before = resident_memory(options.process);
  producer.produce(batches, 1);
  const ResidentMemory after = resident_memory(options.process);
  print_line("memory",
             fmt::format("\"batch_payload\":{},\"payload_mb\":{:.1f},\"growth_mb\":{:.1f}",
                         batch_payload, batches * batch_payload / 1e6,
                         static_cast<double>(after.all - before.all) / 1e6));
}

}  // namespace bench
