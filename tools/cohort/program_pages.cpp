#include "program_pages.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <span>
#include <string>

namespace cohort::tool {

namespace {

bool has_debugger() {
  std::ifstream status("/proc/self/status");
  const std::string field = "TracerPid:\t";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field)) return line.substr(field.size()) != "0";
  }
  return true;  // Nobody can tell.
}

/// A library whose code was changed when it was loaded.
bool has_written_code(std::span<const ElfW(Phdr)> headers, ElfW(Addr) base) {
  for (const ElfW(Phdr) & header : headers) {
    if (header.p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(base + header.p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_TEXTREL) return true;
      if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL) != 0) return true;
    }
  }
  return false;
}

/// What was written once, such as addresses that the loader put in, stands in segments that are
/// writable in the file's own words, whatever they are protected by now.
int release_object(dl_phdr_info* object, std::size_t /*size*/, void* /*unused*/) {
  const std::span headers(object->dlpi_phdr, object->dlpi_phnum);
  if (has_written_code(headers, object->dlpi_addr)) return 0;
  const auto page = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
  for (const ElfW(Phdr) & header : headers) {
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) != 0) continue;
    // A page at either end that is another segment's too is left alone.
    const ElfW(Addr) from = (object->dlpi_addr + header.p_vaddr + page - 1) / page * page;
    const ElfW(Addr) to = (object->dlpi_addr + header.p_vaddr + header.p_memsz) / page * page;
    // What is no file's, as the kernel's own object, is refused.
    if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
  }
  return 0;
}

}  // namespace

void release_program_pages() {
  if (!has_debugger()) dl_iterate_phdr(release_object, nullptr);
}

}  // namespace cohort::tool
