#include "program_pages.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace cohort::tool {

namespace {

struct Mapping {
  std::uintptr_t from = 0;
  std::uintptr_t to = 0;
};

/// The mapping that a line begins to tell of, if it is a file's and can't be written to:
/// "FROM-TO r-xp OFFSET DEVICE INODE PATH".
std::optional<Mapping> fixed_mapping(const std::string& line) {
  std::istringstream words(line);
  Mapping mapping;
  char dash = 0;
  std::string access;
  std::string offset;
  std::string device;
  std::uint64_t inode = 0;
  words >> std::hex >> mapping.from >> dash >> mapping.to >> access >> offset >> device >>
      std::dec >> inode;
  const bool is_fixed =
      words && dash == '-' && access.size() == 4 && access[1] == '-' && inode != 0;
  return is_fixed ? std::optional(mapping) : std::nullopt;
}

bool begins_mapping(const std::string& line) {
  const std::size_t end = line.find_first_of("- ");
  return end != std::string::npos && line[end] == '-';
}

}  // namespace

void release_program_pages() {
  std::ifstream mappings("/proc/self/smaps");
  std::optional<Mapping> mapping;
  for (std::string line; std::getline(mappings, line);) {
    if (begins_mapping(line)) {
      mapping = fixed_mapping(line);
    } else if (mapping && line.starts_with("Anonymous:") &&
               line.find(" 0 kB") != std::string::npos) {
      void* const start = reinterpret_cast<void*>(mapping->from);  // NOLINT: as the kernel has it
      madvise(start, mapping->to - mapping->from, MADV_DONTNEED);
    }
  }
}

}  // namespace cohort::tool
