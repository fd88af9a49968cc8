# The headers of libraries that most files read, compiled once. Every file still names what it uses: builds without
# RINGSCOPE_PRECOMPILED_HEADERS would not compile otherwise. Targets with other flags need headers of their own. A folder
# whose files read much of the project itself sets RINGSCOPE_PRECOMPILED (for libraries) or RINGSCOPE_PRECOMPILED_TEST.
# ringscope_precompiled(NAME HEADERS...): HEADERS beside those of the standard library, the project's from its root.
set(RINGSCOPE_PRECOMPILED ringscope_precompiled)
set(RINGSCOPE_PRECOMPILED_TEST ringscope_precompiled_test)
function(ringscope_precompiled name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ REGEX "^[^<]")
  file(WRITE ${CMAKE_BINARY_DIR}/generated/${name}.cpp "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/generated/${name}.cpp)
  target_link_libraries(${name} PRIVATE ringscope_compiler fmt::fmt tl::expected Threads::Threads)
  target_precompile_headers(${name} PRIVATE
    <algorithm> <array> <bit> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstring> <filesystem> <functional> <limits>
    <map> <memory> <mutex> <numeric> <optional> <set> <span> <string> <string_view> <thread> <tuple> <unordered_map>
    <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp> ${ARGN})
endfunction()

function(ringscope_use_precompiled target precompiled)
  if(RINGSCOPE_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
  endif()
endfunction()

# Code that is part of a shared library too. Hidden names keep calls inside it as direct as in a program.
function(ringscope_shared_code)
  set_target_properties(${ARGN} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# ringscope_library(NAME [SHARED_CODE] [BRIEF_CODE] SOURCES ... PUBLIC libs... PRIVATE libs...)
# A static library of one folder. The PUBLIC and PRIVATE lists are the folder's permitted include directions.
# BRIEF_CODE leaves loops over contexts and pixels to other libraries: it compiles in two thirds of the time, with the
# optimisations that such code gains from.
function(ringscope_library name)
  cmake_parse_arguments(ARG "SHARED_CODE;BRIEF_CODE" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ringscope_compiler ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  if(ARG_BRIEF_CODE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${name} PRIVATE -O1 -finline-small-functions)
  endif()
  if(ARG_SHARED_CODE)
    ringscope_shared_code(${name})
    ringscope_use_precompiled(${name} ringscope_precompiled_shared)
  else()
    ringscope_use_precompiled(${name} ${RINGSCOPE_PRECOMPILED})
  endif()
endfunction()

# ringscope_embed(VARIABLE FUNCTION FILES...): sets VARIABLE to a source file, made again when a file changes, which defines
# ringscope::FUNCTION (cmake/embed_texts.cmake).
function(ringscope_embed variable function)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${variable}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${function} "-DFILES=${ARGN}" -P ${CMAKE_SOURCE_DIR}/cmake/embed_texts.cmake
    DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/embed_texts.cmake
    COMMENT "Embedding the texts of ${function}"
    VERBATIM)
  set(${variable} ${output} PARENT_SCOPE)
endfunction()

# Where something is left out for want of `path`, CMake is run again once that is there: its nearest folder changes when a
# package brings it.
function(ringscope_configure_again_with path)
  while(NOT EXISTS ${path})
    cmake_path(GET path PARENT_PATH path)
  endwhile()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
endfunction()

# ringscope_test(NAME [SOURCES ...] [LIBS ...] LABELS ...)
# One GoogleTest program registered as one ctest test. Labels: "quick" runs in the subset for edit-compile-test loops,
# "gl" needs EGL, "window" needs Xvfb, "fuzz" replays corpora.
function(ringscope_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ringscope_compiler ${ARG_LIBS} ringscope_test_paths GTest::gtest_main)
  ringscope_use_precompiled(${name} ${RINGSCOPE_PRECOMPILED_TEST})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  if("quick" IN_LIST ARG_LABELS)
    add_dependencies(ringscope_quick_tests ${name})
  else()
    add_dependencies(ringscope_slow_tests ${name})
  endif()
endfunction()

# ringscope_test_sources(NAME SOURCES ... LIBS ...)
# What a folder adds to a test program of a folder above it.
function(ringscope_test_sources name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS" ${ARGN})
  target_sources(${name} PRIVATE ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS})
endfunction()
