#!/usr/bin/env bash
# usage: no_ignored_files.sh REPOSITORY
# Nothing in the repository is named by its own .gitignore: a file that was added against it would be missing from
# `git status` and `git add` when it changes names or has a new neighbour.
set -euo pipefail
cd "$1"

if ! command -v git >/dev/null || ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  echo "not in a clone: nothing to check"
  exit 0
fi
ignored="$(git ls-files --cached --ignored --exclude-standard)"
if [ -n "$ignored" ]; then
  echo "tracked, but ignored by .gitignore:"
  echo "$ignored"
  exit 1
fi
echo "no tracked file is ignored"
