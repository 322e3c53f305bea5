// record_json: records and deliveries as JSON, one object a line.
#pragma once

#include <cohort/client/consumer_record.hpp>
#include <cohort/client/delivery.hpp>

#include <string>

namespace cohort::tool {

/// {"topic","partition","offset","timestamp","key","value","headers":[{"key","value"}]}. Bytes are
/// a string if they are UTF-8, else base64 under `key_base64`, `value_base64`; null is null.
/// Timestamps are milliseconds since the Unix epoch.
void append_json(std::string& out, const client::ConsumerRecord& record);

/// {"topic","partition","offset","timestamp"}; the offset is -1 if nobody told it.
void append_json(std::string& out, const client::Delivery& delivery);

}  // namespace cohort::tool
