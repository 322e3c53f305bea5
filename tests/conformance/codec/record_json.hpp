// Records as a case writes and shows them: batches and message sets, broken on purpose or not.
#pragma once

#include "conformance/codec/bytes.hpp"
#include "conformance/codec/json.hpp"

#include <string_view>

namespace cohort::conform {

/// The bytes of `{"batch": …}`, `{"batches": […]}`, `{"message_set": …}` or `{"raw_hex": …}`.
Bytes build_records(const Json& form);

/// The batches and messages in the bytes; a last one that is cut off is not shown.
Json show_records(std::string_view bytes);

}  // namespace cohort::conform
