// Any stream, cut anywhere: FrameReader gives the same frames and the same error, and headers
// decode or fail.
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/frame.hpp>
#include <cohort/protocol/header.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using namespace cohort;

struct Outcome {
  std::vector<Buffer> frames;
  std::optional<FrameError> error;
  bool operator==(const Outcome&) const = default;
};

/// Feeds pieces of up to `piece` bytes.
Outcome read(const Buffer& stream, std::size_t piece) {
  FrameReader reader(1 << 20);
  Outcome outcome;
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    reader.feed(stream.slice(at, piece));
    while (std::optional<Buffer> frame = reader.next()) outcome.frames.push_back(*frame);
  }
  outcome.error = reader.error();
  COHORT_ASSERT(outcome.error.has_value() || reader.missing() <= (1 << 20));
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Buffer stream = Buffer::copy_of({data + 1, size - 1});
  const Outcome whole = read(stream, std::max<std::size_t>(stream.size(), 1));
  COHORT_ASSERT(whole == read(stream, 1 + data[0]));
  COHORT_ASSERT(whole == read(stream, 1));
  if (whole.error.has_value()) COHORT_ASSERT(!to_string(*whole.error).empty());
  for (const Buffer& frame : whole.frames) {
    const Result<DecodedRequestHeader> request = decode_request_header(frame);
    if (request) COHORT_ASSERT(request->size <= frame.size());
    if (!request) COHORT_ASSERT(request.error().offset <= frame.size());
    for (const int version : {0, 12}) {
      const auto response = decode_response_header(frame, ApiKey::fetch, version);
      if (response) COHORT_ASSERT(response->size <= frame.size());
    }
  }
  return 0;
}
