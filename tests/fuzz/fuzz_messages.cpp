// Any body of any message at any version: it decodes or fails, and what decodes encodes to bytes
// that decode to the same. Input: message, version, body.
#include "protocol/any_message.hpp"
#include <cohort/protocol/assert.hpp>

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cohort;
  using namespace cohort::testing;
  if (size < 2) return 0;
  const AnyMessage& message = every_message()[data[0] % every_message().size()];
  const int count = message.versions.last - message.versions.first + 1;
  const int version = message.versions.first + data[1] % count;
  const Buffer body = Buffer::copy_of({data + 2, size - 2});

  const Recoded recoded = message.recode(body, version);

  if (recoded.error.has_value()) {
    COHORT_ASSERT(recoded.error->offset <= body.size());
    return 0;
  }
  COHORT_ASSERT(recoded.size <= body.size());
  COHORT_ASSERT(recoded.decodes_to_same);
  COHORT_ASSERT(recoded.encoded_size == recoded.bytes.size());
  COHORT_ASSERT(!recoded.unrepresentable.has_value());
  return 0;
}
