#include "conformance/suite/run_names.hpp"

#include <string_view>

namespace cohort::conform {

namespace {

/// Lower case and no vowels: nothing that is a word, or that a broker might fold.
constexpr std::string_view letters = "bcdfghjkmnpqrstvwxz";
constexpr int tag_letters = 8;
constexpr int case_letters = 3;

void put_letters(std::string& text, std::uint64_t number, int count) {
  for (int i = 0; i < count; ++i) {
    text.push_back(letters[number % letters.size()]);
    number /= letters.size();
  }
}

}  // namespace

RunNames::RunNames(std::uint64_t seed) { put_letters(tag_, seed, tag_letters); }

std::string RunNames::next() {
  std::string name = tag_;
  put_letters(name, count_++, case_letters);
  return name;
}

void RunNames::add_given(const std::vector<GivenId>& ids) {
  const std::lock_guard lock(mutex_);
  given_.insert(given_.end(), ids.begin(), ids.end());
}

}  // namespace cohort::conform
