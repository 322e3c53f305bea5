// What an error in the answer to a Produce request means for the batch.
#pragma once

#include <cohort/protocol/error_code.hpp>

namespace cohort::client {

/// Another attempt may succeed (Kafka's RetriableException).
bool is_retriable(ErrorCode error);
/// Somebody else leads, or the topic is not what it was: metadata is asked for anew (Kafka's
/// InvalidMetadataException).
bool needs_metadata(ErrorCode error);
/// The batch may be in the log all the same: the answer came too late, or not all replicas have it.
bool may_have_been_written(ErrorCode error);

}  // namespace cohort::client
