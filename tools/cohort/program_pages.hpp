// Program pages: how much of the program's own files is resident.
#pragma once

namespace cohort::tool {

/// Gives back the pages of the program's and its libraries' files that were mapped so far. Those
/// that only the start needed, most of them, never come back; any other does, from the page cache,
/// when it is next used. A mapping of which a page was ever changed, as by a debugger's breakpoint,
/// is left alone.
void release_program_pages();

}  // namespace cohort::tool
