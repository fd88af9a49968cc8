#!/usr/bin/env bash
# What a call and its return cost in a native program: as it is, with the hooks alone, under our recorder, under gprof
# and under uftrace where that is installed, one after the other. Processor time, five rounds each.
# usage: native_recorder.sh LIBRINGSCOPE_TRACE.SO
set -euo pipefail
recorder=$(realpath "$1")
source=$(dirname "$(realpath "$0")")/native_calls.cpp
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
g++ -O2 "$source" -o plain
g++ -O2 -finstrument-functions "$source" -o hooked
g++ -O2 -pg "$source" -o profiled
echo "load: $(cut -d' ' -f1-3 /proc/loadavg)"
echo "plain"; ./plain
echo "hooks of the C library"; ./hooked
echo "recorder, not asked"; LD_PRELOAD=$recorder ./hooked
for measure in calls time; do
  echo "recorder, $measure"
  RINGSCOPE_MEASURE=$measure RINGSCOPE_TRACE=$folder/$measure.trace LD_PRELOAD=$recorder ./hooked
done
echo "gprof"; ./profiled
if command -v uftrace > /dev/null; then
  echo "uftrace"; uftrace record -d data ./hooked
fi
