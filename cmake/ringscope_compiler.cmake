include(CheckLinkerFlag)

# One interface target that carries the flags every target of the project is compiled with.
add_library(ringscope_compiler INTERFACE)
target_include_directories(ringscope_compiler INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(ringscope_compiler INTERFACE -fno-math-errno)
# Who only builds the program has no use for warnings, which take a sixteenth of the compiler's time.
if(RINGSCOPE_WARNINGS_AS_ERRORS)
  target_compile_options(ringscope_compiler INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers
    -Wnon-virtual-dtor -Wold-style-cast -Wimplicit-fallthrough -Werror)
  # What g++ concludes from inlined library code changes from release to release and with the flags, and newer ones are
  # wrong about std::vector and fmt: such warnings are shown, but do not stop the build.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(ringscope_compiler INTERFACE
      -Wno-error=array-bounds -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=maybe-uninitialized
      -Wno-error=restrict -Wno-error=free-nonheap-object)
  endif()
else()
  target_compile_options(ringscope_compiler INTERFACE -w)
endif()

# g++ looks for garbage again and again while a file's declarations grow; below this size (in KiB) there is no need to.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(ringscope_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1500000>)
endif()

# Files that are compiled together are files that one includes, as g++ sees it, which then warns of types with members of
# an anonymous namespace.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(ringscope_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()

if(RINGSCOPE_SANITIZE)
  add_compile_definitions(RINGSCOPE_SANITIZED)  # for tests that sanitizers stand in the way of
  add_compile_options(-fsanitize=${RINGSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RINGSCOPE_SANITIZE})
endif()

if(RINGSCOPE_LIBFUZZER)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(RINGSCOPE_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# A fast linker where there is one; link-time optimisation stays with the compiler's own.
if(NOT RINGSCOPE_LTO)
  foreach(linker mold lld)
    check_linker_flag(CXX -fuse-ld=${linker} RINGSCOPE_HAS_${linker})
    if(RINGSCOPE_HAS_${linker})
      add_link_options(-fuse-ld=${linker})
      break()
    endif()
  endforeach()
endif()

find_program(RINGSCOPE_CCACHE ccache)
if(RINGSCOPE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${RINGSCOPE_CCACHE})
  if(RINGSCOPE_PRECOMPILED_HEADERS)
    # Without this ccache takes no file that uses a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${RINGSCOPE_CCACHE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
      # ... and none whose precompiled header holds the time of the headers in it.
      add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    endif()
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${RINGSCOPE_CCACHE})
endif()
