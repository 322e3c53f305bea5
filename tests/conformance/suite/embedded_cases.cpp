#include "conformance/suite/embedded_cases.hpp"

#include <algorithm>
#include <string>

namespace cohort::conform {

std::vector<Case> embedded_cases() {
  std::vector<Case> cases;
  cases.reserve(embedded_case_texts().size());
  for (const CaseText& each : embedded_case_texts()) {
    cases.push_back(parse_case(each.text, each.path));
  }
  std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.id < b.id; });
  return cases;
}

}  // namespace cohort::conform
