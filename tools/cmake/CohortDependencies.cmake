# The libraries that Cohort's targets link. Read by the build and, once installed, by find_package(cohort), so that
# both look for the same things. Every target is global: whoever adds Cohort as a subdirectory sees them too.
find_package(Threads REQUIRED GLOBAL)
find_package(Boost 1.81 REQUIRED GLOBAL)
find_package(fmt 9 REQUIRED GLOBAL)
find_package(ZLIB REQUIRED GLOBAL)

# Libraries without a CMake package of their own in Debian 12.
macro(cohort_find_library name header)
  if(NOT TARGET cohort_external::${name})
    find_library(COHORT_${name}_LIBRARY ${name} REQUIRED)
    find_path(COHORT_${name}_INCLUDE_DIR ${header} REQUIRED)
    mark_as_advanced(COHORT_${name}_LIBRARY COHORT_${name}_INCLUDE_DIR)
    add_library(cohort_external::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(cohort_external::${name} PROPERTIES
      IMPORTED_LOCATION "${COHORT_${name}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${COHORT_${name}_INCLUDE_DIR}")
  endif()
endmacro()
cohort_find_library(isal isa-l.h)
cohort_find_library(zstd zstd.h)
cohort_find_library(lz4 lz4frame.h)
cohort_find_library(snappy snappy.h)
