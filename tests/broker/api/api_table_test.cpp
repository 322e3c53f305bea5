// The README's table of APIs says what the broker serves.
#include "dispatch.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace cohort::broker {
namespace {

constexpr std::string_view table_begin = "<!-- api-table -->\n";
constexpr std::string_view table_end = "<!-- /api-table -->";

std::string versions_of(const DispatchRow& row) {
  const std::string first = std::to_string(row.versions.first);
  return row.versions.first == row.versions.last ? first
                                                 : first + "-" + std::to_string(row.versions.last);
}

std::string table_of_dispatch() {
  std::string table = "| API | versions |\n|---|---|\n";
  for (const DispatchRow& row : dispatch_table()) {
    table += "| " + std::string(name(row.key)) + " | " + versions_of(row) + " |\n";
  }
  return table;
}

std::string table_of_readme() {
  std::ifstream file(COHORT_README);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = text.find(table_begin);
  const std::size_t end = text.find(table_end);
  if (begin == std::string::npos || end == std::string::npos) return "no table in " COHORT_README;
  return text.substr(begin + table_begin.size(), end - begin - table_begin.size());
}

TEST(ApiTable, TheReadmeNamesEveryServedApiWithItsVersions) {
  EXPECT_EQ(table_of_readme(), table_of_dispatch())
      << "the README's table should be:\n\n"
      << table_begin << table_of_dispatch() << table_end << '\n';
}

}  // namespace
}  // namespace cohort::broker
