#!/usr/bin/env bash
# usage: run_script.sh REPOSITORY
# What ./run starts, with stand-ins for the installation, the build and the program.
set -euo pipefail
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{packages,cmake,build/release,examples,elsewhere}
cp "$1/run" "$scratch/run"
printf '#!/bin/sh\necho "ensure $*" >>%s/calls\n' "$scratch" >"$scratch/packages/ensure"
printf '#!/bin/sh\necho "build $*" >>%s/calls\n' "$scratch" >"$scratch/cmake/build.sh"
printf '#!/bin/sh\n{ printf "ringscope"; printf " [%%s]" "$@"; echo; } >>%s/calls\n' "$scratch" \
  >"$scratch/build/release/ringscope"
chmod +x "$scratch/packages/ensure" "$scratch/cmake/build.sh" "$scratch/build/release/ringscope"
touch "$scratch/elsewhere/my profile.folded"
cd "$scratch/elsewhere"
unset DISPLAY WAYLAND_DISPLAY

failed=0
# expect WHAT STARTED... : the last lines of the calls; resets them.
expect() {
  local what="$1"
  shift
  if ! diff <(printf 'ensure build run\nbuild release ringscope ringscope_recorders\n'; printf '%s\n' "$@") "$scratch/calls"; then
    echo "wrong: $what"
    failed=1
  fi
  rm "$scratch/calls"
}

example="$scratch/examples/javac.folded.gz"
[ -e "$1/examples/javac.folded.gz" ] || { echo "the bundled example is missing"; exit 1; }
pictures="$scratch/build/pictures"

DISPLAY=:7 "$scratch/run"
expect "the example on a display" "ringscope [$example]"
WAYLAND_DISPLAY=wayland-0 "$scratch/run" "my profile.folded" -x
expect "arguments on a display" "ringscope [my profile.folded] [-x]"

touch "$example"
output="$("$scratch/run")"
expect "the example without a display" \
  "ringscope [render] [$example] [-o] [$pictures/javac.folded.gz.png]" \
  "ringscope [render] [$example] [-o] [$pictures/javac.folded.gz.svg]"
grep -qF "$pictures/javac.folded.gz.svg" <<<"$output" ||
  { echo "does not say where the picture is: $output"; failed=1; }
"$scratch/run" "my profile.folded" >/dev/null
expect "a file without a display" \
  "ringscope [render] [my profile.folded] [-o] [$pictures/my profile.folded.png]" \
  "ringscope [render] [my profile.folded] [-o] [$pictures/my profile.folded.svg]"
"$scratch/run" info "my profile.folded" >/dev/null
expect "a command without a display" "ringscope [info] [my profile.folded]"
"$scratch/run" missing.folded >/dev/null
expect "a missing file without a display" \
  "ringscope [render] [missing.folded] [-o] [$pictures/missing.folded.png]" \
  "ringscope [render] [missing.folded] [-o] [$pictures/missing.folded.svg]"
"$scratch/run" --help >/dev/null
expect "an option without a display" "ringscope [--help]"
exit "$failed"
