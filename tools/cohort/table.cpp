#include "table.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace cohort::tool {

namespace {

/// In characters, not in bytes: those of UTF-8 that only go on count for nothing.
std::size_t width_of(const std::string& cell) {
  return static_cast<std::size_t>(std::ranges::count_if(
      cell, [](char each) { return (static_cast<unsigned char>(each) & 0xc0U) != 0x80U; }));
}

bool is_number(const std::string& cell) {
  return cell == "-" || (!cell.empty() && std::ranges::all_of(cell, [](char each) {
           return (each >= '0' && each <= '9') || each == '-';
         }));
}

}  // namespace

void Table::add(std::vector<std::string> cells) {
  COHORT_ASSERT(cells.size() == headings_.size());
  for (std::string& cell : cells) {
    if (cell.empty()) cell = "-";
  }
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  std::vector<bool> are_numbers;
  for (std::size_t column = 0; column < headings_.size(); ++column) {
    std::size_t width = width_of(headings_[column]);
    bool has_numbers = !rows_.empty();
    for (const auto& row : rows_) {
      width = std::max(width, width_of(row[column]));
      has_numbers = has_numbers && is_number(row[column]);
    }
    widths.push_back(width);
    are_numbers.push_back(has_numbers);
  }
  std::string text;
  const auto print = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (column > 0) line.append("  ");
      const std::size_t padding = widths[column] - width_of(row[column]);
      if (are_numbers[column]) line.append(padding, ' ');
      line.append(row[column]);
      if (!are_numbers[column]) line.append(padding, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text.append(line).push_back('\n');
  };
  print(headings_);
  for (const auto& row : rows_) print(row);
  return text;
}

}  // namespace cohort::tool
