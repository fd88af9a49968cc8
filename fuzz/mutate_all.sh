#!/usr/bin/env bash
# usage: fuzz/mutate_all.sh [-t TOTAL] [-o TARGET_PATTERN] [FOLDER]
# Runs every importer's fuzz target over TOTAL (10,000) variants of its corpus and of the profiles in FOLDER/FORMAT/ that are
# at most 256 KiB long, under the address and undefined-behaviour sanitizers. Fails at a crash, at more than 2 s of processor
# time for one variant, and at more than 2 GiB of memory. The program must have been built:
#   cmake/build.sh asan-ubsan ringscope_fuzz
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
total=10000
pattern=.
while getopts t:o: option; do
  case "$option" in
    t) total="$OPTARG" ;;
    o) pattern="$OPTARG" ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
samples="${1:-}"

# Folders of profiles by the target that reads them, where the names differ.
folders_of() {
  case "$1" in
    folded) echo folded folded_diff ;;
    gperftools | pprof_text) echo generated pprof_legacy_and_proto ;;
    firefox*) echo firefox_processed firefox_gecko ;;
    *) echo "$1" ;;
  esac
}

failed=0
fuzz=build/asan-ubsan/fuzz/ringscope_fuzz
for target in $("$fuzz" --list); do
  case "$target" in query | pipeline) continue ;; esac
  [[ "$target" =~ $pattern ]] || continue
  inputs=("fuzz/corpus/$target")
  for folder in $(folders_of "$target"); do
    if [ -n "$samples" ] && [ -d "$samples/$folder" ]; then inputs+=("$samples/$folder"); fi
  done
  printf '%s: ' "$target"
  # Shadow memory and the quarantine of freed blocks are part of what the process takes.
  ASAN_OPTIONS="quarantine_size_mb=64:allocator_may_return_null=0" "$fuzz" "$target" \
    --total "$total" --max-bytes 262144 --seconds 2 --resident-mib 2048 "${inputs[@]}" || failed=1
done
exit "$failed"
