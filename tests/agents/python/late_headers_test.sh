#!/usr/bin/env bash
# usage: late_headers_test.sh SOURCE_FOLDER
# A build that was configured without Python's headers has the recorder once they are there, without more ado.
set -euo pipefail
source="$1"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# A Python whose headers lie, or do not lie, in the folder.
cat >"$work/python3" <<END
#!/bin/sh
echo "3.11;$work/include/python3.11;.cpython-311.so"
END
chmod +x "$work/python3"
mkdir "$work/include"
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(late_headers CXX)
include($source/cmake/ringscope_targets.cmake)
add_library(ringscope_compiler INTERFACE)
add_library(ringscope_agent_common INTERFACE)
add_subdirectory($source/agents/python python)
END
has_recorder() {
  ninja -C "$work/build" build.ninja >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  grep -q '^build ringscope_python_3.11:' "$work/build/build.ninja"
}

cmake -G Ninja -S "$work" -B "$work/build" -DRINGSCOPE_PYTHONS="$work/python3" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
if has_recorder; then echo "a recorder without headers"; exit 1; fi
grep -q 'no work to do' "$work/log" || { echo "configured again though nothing is new"; cat "$work/log"; exit 1; }
mkdir -p "$work/include/python3.11/internal"
touch "$work/include/python3.11/internal/pycore_frame.h"
has_recorder || { echo "no recorder though the headers are there"; cat "$work/log"; exit 1; }
