#!/usr/bin/env bash
# usage: run_without_display.sh
# ./run as in README.md on a machine without a display: builds the program and draws the example. Part of .ci/run, not
# of the tests, because it builds the program once more.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
rm -rf build/pictures
env -u DISPLAY -u WAYLAND_DISPLAY ./run
[ "$(head -c 4 build/pictures/*.png | tail -c 3)" = PNG ] || { echo "no PNG picture"; exit 1; }
grep -q '<svg' build/pictures/*.svg || { echo "no SVG picture"; exit 1; }
./build/release/ringscope info examples/javac.folded.gz
