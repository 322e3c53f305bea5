// Program pages: how much of the program's own files is resident.
#pragma once

namespace cohort::tool {

/// Gives back the pages of the program's and its libraries' files that were mapped so far. Those
/// that only the start needed, most of them, never come back; any other does, from the page cache,
/// when it is next used. Nothing that can be written to is touched. Does nothing under a debugger,
/// whose breakpoints stand in such pages.
void release_program_pages();

}  // namespace cohort::tool
