// Parts of a page of reports.
#pragma once

#include "conformance/report/report.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

/// An area as people call it, escaped.
std::string area_title(std::string_view area);
/// A word in a frame of the outcome's colour.
std::string badge(Outcome outcome);
/// How the outcomes share it.
std::string tally_bar(const Tally& tally, std::string_view kind = "");
/// `12 of 14 passed, 1 failed, 1 unsupported`
std::string tally_text(const Tally& tally);
/// Step, why and a table of the differences.
std::string verdict_part(const Verdict& verdict);
/// `The expected answer: …`; empty if it is not known where from.
std::string origin_part(const ReportedCase& reported);

/// The case of that id. Null if it is not there.
const ReportedCase* find_case(const Report& report, std::string_view id);

/// What a report says beside its cases.
std::string facts_part(const Report& report);
/// What a reader must know of the run: that it was stopped, and what it left behind.
std::string notes_part(const Report& report);
/// A table with a row for each area.
std::string areas_part(const Report& report);
/// All cases: failed ones in full, the others in lists to unfold.
std::string cases_part(const Report& report);

}  // namespace cohort::conform
