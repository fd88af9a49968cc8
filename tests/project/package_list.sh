#!/usr/bin/env bash
# usage: package_list.sh REPOSITORY
# packages/ensure knows every section of the list, refuses one that is not there, and reports a missing package without
# installing anything when it may not.
set -euo pipefail
cd "$1"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

mapfile -t names < <(grep -v -e '^#' -e '^\[' -e '^$' packages/debian-12.txt)
duplicates="$(printf '%s\n' "${names[@]}" | sort | uniq -d)"
[ -z "$duplicates" ] || { echo "listed twice: $duplicates"; exit 1; }
for section in build package run test sanitize python recorders browser; do
  grep -qxF "[$section]" packages/debian-12.txt || { echo "no section [$section]"; exit 1; }
done

cp packages/ensure packages/debian-12.txt "$scratch"
if "$scratch/ensure" nowhere 2>/dev/null; then
  echo "a section that does not exist was accepted"
  exit 1
fi

# Stand-ins for apt: a package that nobody has, no right to install.
printf '[build]\nno-such-package\n' >"$scratch/debian-12.txt"
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "installed bash, virtual-shell (= 1),"\n' >"$scratch/bin/dpkg-query"
printf '#!/bin/sh\necho "$@" >>%s/apt-calls\n' "$scratch" >"$scratch/bin/apt-get"
printf '#!/bin/sh\necho 1000\n' >"$scratch/bin/id"
printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/sudo"
chmod +x "$scratch"/bin/*
if message="$(PATH="$scratch/bin:$PATH" "$scratch/ensure" build 2>&1 </dev/null)"; then
  echo "a missing package was not reported"
  exit 1
fi
grep -q 'apt-get install .*no-such-package' <<<"$message" || { echo "unhelpful message: $message"; exit 1; }
[ ! -e "$scratch/apt-calls" ] || { echo "apt-get was called without the right to"; exit 1; }

# Installed by name and by what another package provides: silent.
printf '[build]\nbash\nvirtual-shell\n' >"$scratch/debian-12.txt"
output="$(PATH="$scratch/bin:$PATH" "$scratch/ensure" build 2>&1)"
[ -z "$output" ] || { echo "not silent: $output"; exit 1; }

# As root: update, then install exactly what is missing.
printf '[build]\nbash\nno-such-package\n' >"$scratch/debian-12.txt"
printf '#!/bin/sh\necho 0\n' >"$scratch/bin/id"
PATH="$scratch/bin:$PATH" "$scratch/ensure" build >/dev/null
diff <(printf -- '-q update\n-q install -y --no-install-recommends no-such-package\n') "$scratch/apt-calls"
