#!/usr/bin/env bash
# usage: installed_writer.sh BUILD_FOLDER SOURCE_FOLDER RINGSCOPE
# Installs the writer's library into an empty folder and uses it as strangers do: a C compiler with pkg-config, a CMake
# project, Python's ctypes. Each file written has to pass the full check.
set -euo pipefail
build="$1" source="$2" ringscope="$3"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --component cct_writer --prefix "$work/installed" >"$work/install.log"
libraries="$(dirname "$(find "$work/installed" -name libringscope_cct_writer.so)")"
export LD_LIBRARY_PATH="$libraries"
example="$source/examples/cct_writer"

echo "who installs the program does not get the library"
cmake --install "$build" --prefix "$work/program" >"$work/program.log"
[ -x "$work/program/bin/ringscope" ]
[ -z "$(find "$work/program" -name '*cct_writer*')" ]

echo "C compiler and pkg-config"
export PKG_CONFIG_PATH="$libraries/pkgconfig"
# shellcheck disable=SC2046  # the flags are words
cc -std=c99 -Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L "$example/trace.c" \
   $(pkg-config --cflags --libs ringscope-cct-writer) -o "$work/trace"
"$work/trace" "$work/c.cct"
"$ringscope" verify "$work/c.cct"
[ "$("$ringscope" search "$work/c.cct" 'fn:fibonacci' --json | grep -o '"contexts":[0-9]*')" = '"contexts":12' ]

echo "CMake package"
cmake -G Ninja -S "$example" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/installed" >"$work/cmake.log"
cmake --build "$work/cmake" >>"$work/cmake.log"
"$work/cmake/trace" "$work/cmake.cct"
"$ringscope" verify "$work/cmake.cct"

echo "Python"
python3 "$example/stacks.py" "$work/python.cct"
"$ringscope" verify "$work/python.cct"
[ "$("$ringscope" dump "$work/python.cct")" = "# samples count 1 12
# held bytes 1 4608
main  12/0 4608/0
  read  9/2 4608/512
    parse  7/7 4096/4096
  write  3/3 0/0" ]

echo "nothing else is exported"
if nm -D --defined-only "$libraries/libringscope_cct_writer.so" | grep -v ' ringscope_cct_'; then exit 1; fi
