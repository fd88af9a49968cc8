#!/usr/bin/env bash
# usage: cmake/build.sh PRESET [TARGET...]
# Configures the preset if that has not been done, and builds. On a terminal ninja shows one line of progress; elsewhere
# the output goes to build/PRESET/build.log and is shown if the build fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset="$1"
shift
folder="build/$preset"
log="$folder/build.log"
mkdir -p "$folder"

# The preset may have changed since the folder was configured; ninja itself notices every other change.
if [ ! -f "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/build.ninja" ]; then
  echo "Configuring $folder"
  cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
fi

if [ -t 1 ]; then
  NINJA_STATUS="Building $folder [%f/%t] " exec ninja -C "$folder" --quiet "$@"
fi
plan="$(ninja -C "$folder" -n "$@" 2>/dev/null || true)"
case "$plan" in *'no work to do'*) ;; *) echo "Building $folder" ;; esac
ninja -C "$folder" "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
