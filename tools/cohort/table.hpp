// Table: rows of text under headings, in columns, for people.
#pragma once

#include <string>
#include <vector>

namespace cohort::tool {

/// Columns are as wide as their widest cell, two spaces apart; those that hold numbers only are
/// flush right. An empty cell prints as "-".
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  /// REQUIRES: a cell for each heading.
  void add(std::vector<std::string> cells);
  bool is_empty() const { return rows_.empty(); }
  /// A line for each row, the headings first.
  std::string text() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace cohort::tool
