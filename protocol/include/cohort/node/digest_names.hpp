// DigestNames, IdsInText: ids that only tell things apart, by the order in which they first come
// up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort {

/// Ids of several kinds, which are literals.
class DigestNames {
 public:
  /// From 1 on, for each kind.
  std::uint64_t name(std::string_view kind, std::uint64_t id);
  /// 0: it has not come up.
  std::uint64_t known_name(std::string_view kind, std::uint64_t id) const;
  void clear() { kinds_.clear(); }

 private:
  struct Kind {
    std::string_view kind;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> names;  ///< By id.
  };
  std::vector<Kind> kinds_;
};

/// Uuids as they stand in texts, `8-4-4-4-12` hexadecimal digits in lower case.
class IdsInText {
 public:
  /// As a number: uuids sort as their texts do.
  using Id = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr std::size_t text_size = 36;

  /// Where the next one begins, if there is one.
  static std::optional<std::size_t> find(std::span<const std::uint8_t> text);

  /// From 1 on. REQUIRES: an id stands at the beginning of the text.
  std::uint64_t name(std::span<const std::uint8_t> text);
  /// In the order in which they came up.
  const std::vector<Id>& all() const { return ids_; }
  /// Their names, the id that sorts first first.
  std::vector<std::uint64_t> sorted() const;

 private:
  std::vector<Id> ids_;
};

}  // namespace cohort
