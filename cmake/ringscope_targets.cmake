# ringscope_library(NAME SOURCES ... PUBLIC libs... PRIVATE libs...)
# A static library of one folder. The PUBLIC and PRIVATE lists are the folder's permitted include directions.
function(ringscope_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ringscope_compiler ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()

# ringscope_test(NAME SOURCES ... LIBS ... LABELS ...)
# One GoogleTest program registered as one ctest test. Labels: "quick" runs in the subset for edit-compile-test loops,
# "gl" needs EGL, "window" needs Xvfb, "fuzz" replays corpora.
function(ringscope_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ringscope_compiler ${ARG_LIBS} GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    RINGSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" RINGSCOPE_ARTIFACT_DIR="${CMAKE_BINARY_DIR}/test-artifacts")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
endfunction()

# ringscope_fuzzer(NAME LIBS ...)
# The fuzz target NAME.cpp. With RINGSCOPE_LIBFUZZER it is a libFuzzer program; otherwise it replays corpus/NAME as a
# ctest test labelled "fuzz".
function(ringscope_fuzzer name)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE ringscope_compiler ${ARG_LIBS})
  if(RINGSCOPE_LIBFUZZER)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${name} PRIVATE replay_main.cpp mutations.cpp)
    add_test(NAME ${name} COMMAND ${name} ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})
    set_tests_properties(${name} PROPERTIES LABELS fuzz)
  endif()
endfunction()
