#!/usr/bin/env bash
# usage: tests/project/package.sh
# Makes the package, has the tools of Debian look at it, and starts what lies in it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
packages/make
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$*" >&2; exit 1; }
# Takes whole what comes in before it looks: a grep that leaves early would end its writer with a broken pipe.
has() { local text; text="$(cat)"; grep -q "$@" <<<"$text"; }

deb="$(ls build/release/*.deb)"
lintian --fail-on error "$deb" >"$scratch/lintian" 2>&1 || { cat "$scratch/lintian"; exit 1; }

appstreamcli validate --no-net desktop/org.ringscope.Ringscope.metainfo.xml >"$scratch/appstream" || { cat "$scratch/appstream"; exit 1; }
desktop-file-validate desktop/ringscope.desktop

dpkg-deb -x "$deb" "$scratch"
program="$scratch/usr/bin/ringscope"
"$program" --version
"$program" render "$scratch/usr/share/ringscope/examples/javac.folded.gz" -o "$scratch/rings.svg" --size 400x300
grep -q '<svg' "$scratch/rings.svg" || fail "no picture was drawn"

# The manual tells of every command; man takes it without a warning about its macros.
zcat "$scratch/usr/share/man/man1/ringscope.1.gz" >"$scratch/ringscope.1"
for command in convert compare record; do
  grep -q "^.SS $command$" "$scratch/ringscope.1" || fail "the manual lacks $command"
done
man -l "$scratch/ringscope.1" 2>/dev/null | has 'calling context trees' || fail "man does not show the manual"

# bash completes commands, values of options and names of a profile.
"$program" convert "$scratch/usr/share/ringscope/examples/worked_example.folded" -o "$scratch/a.cct" >/dev/null
completed() {
  PATH="$scratch/usr/bin:$PATH" bash -c '
    . "$0"; COMP_WORDS=(ringscope "$@"); COMP_CWORD=$#; _ringscope; printf "%s\n" "${COMPREPLY[@]}"
  ' "$scratch/usr/share/bash-completion/completions/ringscope" "$@"
}
[ "$(completed meth)" = methods ] || fail "commands are not completed"
[ "$(completed layout a.cct --form r)" = rings ] || fail "values of options are not completed"
[ "$(completed methods "$scratch/a.cct" --metric s)" = samples ] || fail "metrics are not completed"
completed callers "$scratch/a.cct" m | has -x main || fail "functions are not completed"

# So do fish, and zsh, of whose own functions two stand-ins tell what was offered.
share="$scratch/usr/share"
in_fish() {
  # shellcheck disable=SC2016  # fish's own variables
  HOME="$scratch" PATH="$scratch/usr/bin:$PATH" fish -c 'source $argv[1]; complete -C "$argv[2]"' \
    "$share/fish/vendor_completions.d/ringscope.fish" "$1"
}
in_zsh() {
  PATH="$scratch/usr/bin:$PATH" zsh -fc '
    compadd() { print -l -- "${@[2,-1]}"; }; _files() { :; }
    words=(ringscope "$@"); CURRENT=${#words}; . "$0"
  ' "$share/zsh/vendor-completions/_ringscope" "$@"
}
in_fish "ringscope meth" | has -x methods || fail "fish completes no commands"
in_fish "ringscope methods $scratch/a.cct --metric s" | has -x samples || fail "fish completes no metrics"
in_zsh meth | has -x methods || fail "zsh completes no commands"
in_zsh callers "$scratch/a.cct" m | has -x main || fail "zsh completes no functions"
