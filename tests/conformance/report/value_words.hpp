// Values of a case in words: what a request holds, and what an answer must hold.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/codec/message_schema.hpp"
#include "conformance/report/text_layout.hpp"

#include <string>
#include <vector>

namespace cohort::conform {

/// A value behind its name, which may be empty: `error_code 25 (UNKNOWN_MEMBER_ID)`. `fields` give
/// the order of what is in it.
Piece value_in_words(const std::string& name, const Json& value,
                     const std::vector<Field>& fields = {});

/// Of a body, one after the other. None for an empty one.
std::vector<Piece> body_in_words(const Json& body, const std::vector<Field>& fields);

}  // namespace cohort::conform
