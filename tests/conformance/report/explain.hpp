// What a case asks of a broker, in plain words.
#pragma once

#include "conformance/suite/case.hpp"

#include <string>

namespace cohort::conform {

/// For a terminal, at most 100 columns: what it is about, where it holds, what it needs, and each
/// step. From this alone it can be told what a broker has to do. Throws Failure or Json::exception
/// for steps that could not be played.
std::string explain(const Case& explained);

}  // namespace cohort::conform
