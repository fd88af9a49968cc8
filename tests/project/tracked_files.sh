#!/usr/bin/env bash
# usage: tracked_files.sh REPOSITORY
# No file over 1 MiB is in the repository, and every shell script parses (and passes shellcheck, where there is one).
set -euo pipefail
cd "$1"
limit_bytes=$((1024 * 1024))

# Outside a clone (a source archive) everything but the build folder counts.
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  mapfile -d '' files < <(git ls-files -z)
else
  mapfile -d '' files < <(find . -path ./build -prune -o -type f -print0)
fi
[ "${#files[@]}" -gt 0 ] || { echo "no files found"; exit 1; }

failed=0
scripts=()
for file in "${files[@]}"; do
  [ -f "$file" ] || continue  # deleted but not yet committed
  bytes="$(stat -c %s "$file")"
  if [ "$bytes" -gt "$limit_bytes" ]; then
    echo "$file: $bytes bytes, the limit is $limit_bytes"
    failed=1
  fi
  IFS= read -r -n 64 first_line <"$file" 2>/dev/null || true
  case "$first_line" in '#!'*bash* | '#!'*/sh*) scripts+=("$file") ;; esac
done
[ "${#scripts[@]}" -gt 0 ] || { echo "no shell scripts found"; exit 1; }

for script in "${scripts[@]}"; do
  bash -n "$script" || failed=1
done
if command -v shellcheck >/dev/null; then
  shellcheck "${scripts[@]}" || failed=1
fi
echo "${#files[@]} files, ${#scripts[@]} shell scripts"
exit "$failed"
