# How every target of this project is compiled.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(COHORT_CCACHE ccache)
if(COHORT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${COHORT_CCACHE})
endif()
find_program(COHORT_MOLD mold)
if(COHORT_MOLD AND PROJECT_IS_TOP_LEVEL AND NOT COHORT_FUZZ)
  add_link_options(-fuse-ld=mold)
endif()

add_library(cohort_flags INTERFACE)
target_compile_options(cohort_flags INTERFACE -Wall -Wextra -Wconversion -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 raises it falsely where an optimised build moves a std::string; clang and the sanitizers look for the real ones.
  target_compile_options(cohort_flags INTERFACE -Wno-maybe-uninitialized)
endif()
if(COHORT_WERROR)
  target_compile_options(cohort_flags INTERFACE -Werror)
endif()
if(COHORT_SANITIZE)
  target_compile_options(cohort_flags INTERFACE -fsanitize=${COHORT_SANITIZE} -fno-omit-frame-pointer
                                                -fno-sanitize-recover=all)
  target_link_options(cohort_flags INTERFACE -fsanitize=${COHORT_SANITIZE})
  if(COHORT_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Asio has fences, which this sanitizer cannot follow; it says so at each.
    target_compile_options(cohort_flags INTERFACE -Wno-tsan)
  endif()
endif()
if(COHORT_FUZZ)
  target_compile_options(cohort_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined
                                                -fno-sanitize-recover=all)
  target_link_options(cohort_flags INTERFACE -fsanitize=address,undefined)
endif()

# cohort_library(NAME [SOURCES ...] [LINK ...]): static library cohort_NAME with alias cohort::NAME. Its public
# headers are the headers of include/cohort/NAME beside the caller.
function(cohort_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;PRIVATE_LINK;HEADERS" ${ARGN})
  if(NOT ARG_SOURCES)
    message(STATUS "cohort_${name} has no sources yet")
    return()
  endif()
  add_library(cohort_${name} STATIC ${ARG_SOURCES})
  add_library(cohort::${name} ALIAS cohort_${name})
  target_compile_features(cohort_${name} PUBLIC cxx_std_20)
  target_sources(cohort_${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${ARG_HEADERS})
  target_include_directories(cohort_${name} PRIVATE src)
  target_link_libraries(cohort_${name} PUBLIC ${ARG_LINK} PRIVATE $<BUILD_INTERFACE:cohort_flags>
                                       ${ARG_PRIVATE_LINK})
  set_target_properties(cohort_${name} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON)
  set_property(GLOBAL APPEND PROPERTY COHORT_LIBRARIES cohort_${name})
endfunction()

# cohort_test(NAME SOURCES... LINK...): one GoogleTest program, registered with CTest as NAME.
function(cohort_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE cohort_flags ${ARG_LINK} GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/broker/src ${PROJECT_SOURCE_DIR}/client/src ${PROJECT_SOURCE_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name})
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()
