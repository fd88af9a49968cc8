#!/usr/bin/env bash
# usage: take_pictures.sh RINGSCOPE [NAME...]
# Takes the pictures of the documents (all, or those whose name begins with a NAME) from the real window, without a
# display of its own. Needs Xvfb, xdotool, xwd (x11-apps), netpbm and pngquant.
set -euo pipefail
ringscope="$(realpath "$(command -v "$1")")"
shift
wanted=("$@")
docs="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
work="$(mktemp -d)"
display=":$((70 + RANDOM % 900))"
export DISPLAY="$display" XDG_CONFIG_HOME="$work/config"
width=1280 height=800

Xvfb "$display" -screen 0 "${width}x${height}x24" -noreset >/dev/null 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

for _ in $(seq 100); do
  xdotool getdisplaygeometry >/dev/null 2>&1 && break
  sleep 0.1
done

is_wanted() {
  [ "${#wanted[@]}" -gt 0 ] || return 0
  local one
  for one in "${wanted[@]}"; do
    case "$1" in "$one"*) return 0 ;; esac
  done
  return 1
}

# Waits until the window has not changed for two seconds.
settle() {
  local before after="" still=0
  for _ in $(seq 120); do
    before="$after"
    after="$(xwd -root -silent | md5sum)"
    if [ "$after" = "$before" ]; then still=$((still + 1)); else still=0; fi
    [ "$still" -lt 8 ] || return 0
    sleep 0.25
  done
}

# picture NAME [--settings "LINES"] [--crop "X Y WIDTH HEIGHT"] FILE... [-- STEP...]
# A step is "move X Y", "click X Y", "right X Y", "hold KEY", "key KEY..." or "type TEXT".
picture() {
  local name="$1" settings="" crop="" files=()
  shift
  is_wanted "$name" || return 0
  while [ "$#" -gt 0 ] && [ "$1" != "--" ]; do
    case "$1" in
      --settings) settings="$2"; shift 2 ;;
      --crop) crop="$2"; shift 2 ;;
      *) files+=("$1"); shift ;;
    esac
  done
  [ "$#" -eq 0 ] || shift
  mkdir -p "$XDG_CONFIG_HOME/ringscope" "$(dirname "$docs/images/$name")"
  printf 'animations = off\nwindow_width = %s\nwindow_height = %s\n%s\n' "$width" "$height" "$settings" \
    >"$XDG_CONFIG_HOME/ringscope/settings.conf"
  xdotool mousemove $((width - 4)) $((height - 4))
  (cd "$docs" && exec "$ringscope" ${files[@]+"${files[@]}"}) >"$work/out" 2>&1 &
  local program=$!
  sleep 1.5
  settle
  xdotool mousemove_relative 1 0
  settle
  local step words
  for step in "$@"; do
    read -r -a words <<<"$step"
    case "${words[0]}" in
      move) xdotool mousemove "${words[1]}" "${words[2]}" ;;
      click) xdotool mousemove "${words[1]}" "${words[2]}" click 1 ;;
      right) xdotool mousemove "${words[1]}" "${words[2]}" click 3 ;;
      hold) xdotool keydown "${words[1]}" ;;
      key) xdotool key --delay 80 "${words[@]:1}" ;;
      type) xdotool type --delay 40 "${step#type }" ;;
      *) echo "unknown step: $step" >&2; exit 2 ;;
    esac
    settle
  done
  xwd -root -silent | xwdtopnm 2>/dev/null >"$work/shot.pnm"
  xdotool keyup z
  # shellcheck disable=SC2086
  if [ -n "$crop" ]; then
    read -r -a words <<<"$crop"
    pnmcut -left "${words[0]}" -top "${words[1]}" -width "${words[2]}" -height "${words[3]}" "$work/shot.pnm" \
      >"$work/cut.pnm"
    mv "$work/cut.pnm" "$work/shot.pnm"
  fi
  pnmtopng "$work/shot.pnm" 2>/dev/null | pngquant --speed 1 --nofs 128 - >"$docs/images/$name.png"
  kill "$program" || { cat "$work/out" >&2; exit 1; }
  wait "$program" 2>/dev/null || true
  echo "$name.png $(stat -c %s "$docs/images/$name.png") bytes"
}

picture jlex/all views/jlex_all.ringview -- "move 440 672"
picture jlex/inverted views/jlex_inverted.ringview -- "move 300 182"
picture jlex/lines views/jlex_lines.ringview
picture jlex/without_checks views/jlex_without_checks.ringview -- "move 569 366"
picture importer/shuffled views/importer_shuffled.ringview
picture importer/sides views/importer_sides.ringview
