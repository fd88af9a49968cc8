#!/usr/bin/env bash
# usage: [WIDTH=2560 HEIGHT=1440] take_pictures.sh RINGSCOPE [NAME...]
# Takes the pictures of the documents (all, or those whose name begins with a NAME) from the real window, without a
# display of its own; with WIDTH and HEIGHT the windows of that size instead. Needs Xvfb, xdotool, xwd (x11-apps), netpbm and pngquant.
set -euo pipefail
ringscope="$(realpath "$(command -v "$1")")"
shift
wanted=("$@")
docs="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
work="$(mktemp -d)"
display=":$((70 + RANDOM % 900))"
export DISPLAY="$display" XDG_CONFIG_HOME="$work/.config"
width="${WIDTH:-1280}" height="${HEIGHT:-800}"

Xvfb "$display" -screen 0 "${width}x${height}x24" -noreset >/dev/null 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work" /tmp/ringscope' EXIT
# Paths are seen in some pictures: those of one machine do not belong there.
[ ! -e /tmp/ringscope ] || { echo "/tmp/ringscope is in the way" >&2; exit 1; }
ln -s "$(dirname "$docs")" /tmp/ringscope

for _ in $(seq 100); do
  xdotool getdisplaygeometry >/dev/null 2>&1 && break
  sleep 0.1
done

javac=../examples/javac.folded.gz
chart="0 120 880 618"

is_wanted() {
  [ "${#wanted[@]}" -gt 0 ] || return 0
  local one
  for one in "${wanted[@]}"; do
    case "$1" in "$one"*) return 0 ;; esac
  done
  return 1
}

# Waits until the window has not changed for a second; a cursor that blinks is not waited for.
settle() {
  local before after="" still=0
  for _ in $(seq 16); do
    before="$after"
    after="$(xwd -root -silent | cksum)"
    if [ "$after" = "$before" ]; then still=$((still + 1)); else still=0; fi
    [ "$still" -lt 3 ] || return 0
    sleep 0.3
  done
}

# picture NAME [--settings "LINES"] [--crop "X Y WIDTH HEIGHT"] [--scale WIDTH] FILE... [-- STEP...]
# A step is "move X Y", "click X Y", "right X Y", "drag X Y TO_X", "hold KEY", "key KEY..." or "type TEXT".
picture() {
  local name="$1" settings="" crop="" scale="" files=()
  shift
  is_wanted "$name" || return 0
  while [ "$#" -gt 0 ] && [ "$1" != "--" ]; do
    case "$1" in
      --settings) settings="$2"; shift 2 ;;
      --crop) crop="$2"; shift 2 ;;
      --scale) scale="$2"; shift 2 ;;
      /*) files+=("$1"); shift ;;
      *) files+=("/tmp/ringscope/docs/$1"); shift ;;
    esac
  done
  [ "$#" -eq 0 ] || shift
  mkdir -p "$XDG_CONFIG_HOME/ringscope" "$(dirname "$docs/images/$name")"
  printf 'animations = off\nwindow_width = %s\nwindow_height = %s\n%s\n' "$width" "$height" "$settings" \
    >"$XDG_CONFIG_HOME/ringscope/settings.conf"
  xdotool mousemove $((width - 4)) $((height - 4))
  (exec "$ringscope" ${files[@]+"${files[@]}"}) >"$work/out" 2>&1 &
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
      drag) xdotool mousemove "${words[1]}" "${words[2]}" mousedown 1 mousemove "${words[3]}" "${words[2]}" mouseup 1 ;;
      hold) xdotool keydown "${words[1]}" ;;
      key) xdotool key --delay 80 "${words[@]:1}" ;;
      type) xdotool type --delay 40 "${step#type }" ;;
      *) echo "unknown step: $step" >&2; exit 2 ;;
    esac
    sleep 0.4
  done
  settle
  xwd -root -silent | xwdtopnm 2>/dev/null >"$work/shot.pnm"
  xdotool keyup z
  # shellcheck disable=SC2086
  if [ -n "$crop" ]; then
    read -r -a words <<<"$crop"
    pnmcut -left "${words[0]}" -top "${words[1]}" -width "${words[2]}" -height "${words[3]}" "$work/shot.pnm" \
      >"$work/cut.pnm"
    mv "$work/cut.pnm" "$work/shot.pnm"
  fi
  if [ -n "$scale" ]; then
    pamscale -width "$scale" "$work/shot.pnm" >"$work/cut.pnm"
    mv "$work/cut.pnm" "$work/shot.pnm"
  fi
  pnmtopng "$work/shot.pnm" 2>/dev/null | pngquant --speed 3 --nofs 64 - >"$docs/images/$name.png"
  kill "$program" || { cat "$work/out" >&2; exit 1; }
  wait "$program" 2>/dev/null || true
  echo "$name.png $(stat -c %s "$docs/images/$name.png") bytes"
}

if [ -n "${WIDTH:-}" ]; then
  for theme in dark light; do
    look="theme = $theme"
    [ "$height" -le 2000 ] || look="$look"$'\n'"zoom = 200 %"
    half="--scale $((width > 1600 ? 1280 : width))"
    # shellcheck disable=SC2086
    picture sizes/rings_${width}_$theme $half --settings "$look"$'\n'"dock_open = on" "$javac" -- "move 1 1"
    # shellcheck disable=SC2086
    picture sizes/icicle_${width}_$theme $half --settings "$look" "$javac" -- \
      "key ctrl+shift+p" "type icicle" "key Return" "move 1 1"
    # shellcheck disable=SC2086
    picture sizes/summary_${width}_$theme $half --settings "$look" "$javac" -- "key shift+s" "move 1 1"
  done
  exit 0
fi

picture jlex/all views/jlex_all.ringview -- "move 440 672"
picture jlex/inverted views/jlex_inverted.ringview -- "move 300 182"
picture jlex/lines views/jlex_lines.ringview
picture jlex/without_checks views/jlex_without_checks.ringview -- "move 569 366"
picture importer/shuffled views/importer_shuffled.ringview
picture importer/sides views/importer_sides.ringview

if is_wanted versions/words || is_wanted evolution/words; then
  profiles=/tmp/ringscope/docs/profiles
  "$ringscope" compare "$profiles/words_before.cct" "$profiles/words_after.cct" --rules "$profiles/words.rules" \
    --source-before "$profiles/words_before" --source-after "$profiles/words_after" -o "$work/words.cct" >"$work/out"
fi
picture versions/jlex profiles/jlex_sort_before.cct profiles/jlex_sort_after.cct -- \
  "key v" "key Return" "key b" "key shift+f" "move 700 60"
picture versions/words "$work/words.cct" -- "key slash" "type fn:normalise" "key Return" "key Escape" "key e" "move 860 20"

picture window "$javac" -- "move 620 250"
picture window/menu "$javac" -- "right 560 330"
picture window/transforms "$javac" -- "key a"
picture window/chips "$javac" -- "key r" "key a" "type hide pkg:java.util" "key Return"
picture window/search "$javac" -- "key slash" "type under:parse self>3" "key Return"
picture window/search_help "$javac" -- "click 1249 71"
picture window/both "$javac" -- "click 254 102" "move 600 300"
picture window/treemap "$javac" -- "click 184 102" "move 600 300"
picture window/lens --crop "$chart" "$javac" -- "move 440 190" "hold z" "move 442 192"
picture window/detail_outside --crop "$chart" "$javac" -- "move 560 330" "key shift+z"
picture window/detail_inside --crop "$chart" "$javac" -- "move 560 330" "key alt+z"
picture window/no_lens --crop "$chart" "$javac" -- "move 440 190"
picture window/colors "$javac" -- "click 680 102"
picture window/self_share --settings 'color = "self-share"' "$javac"
picture window/palette "$javac" -- "key ctrl+shift+p" "type colour"
picture window/keys "$javac" -- "key question"
picture window/compare profiles/jlex.folded profiles/jlex_without_checks.folded -- "key v" "key Return" "key shift+f" "move 700 230"
picture window/time ../examples/tsc.cpuprofile.gz -- "drag 300 138 520"
picture window/settings "$javac" -- "key ctrl+comma"
picture window/save "$javac" -- "key ctrl+s"
picture window/source profiles/words.cpuprofile -- "key ctrl+j" "click 40 671" "key e"
picture window/metrics profiles/words.cpuprofile -- "click 1248 266"
picture window/start
picture window/summary "$javac" -- "key shift+s"
picture window/functions "$javac" -- "key shift+f"
picture window/callers "$javac" -- "move 620 250" "key shift+c"
picture window/tree "$javac" -- "key shift+t" "key p"
picture window/matches "$javac" -- "key slash" "type HashMap.get" "key Return" "key ctrl+l"

for view in length equal area; do
  picture gallery/rings_$view --settings "mode = $view" --crop "$chart" --scale 440 "$javac"
done
picture gallery/icicle --crop "$chart" --scale 440 "$javac" -- "click 115 102"
picture gallery/both --crop "0 0 880 772" --scale 440 "$javac" -- "click 254 102" "move 1200 600"
picture gallery/search --crop "$chart" --scale 440 "$javac" -- "key slash" "type HashMap" "move 1200 600"
picture gallery/modules --settings 'color = "module"' --crop "$chart" --scale 440 profiles/import_shuffled.perf.gz
picture gallery/folded --crop "$chart" --scale 440 "$javac" -- "key r" "move 1200 600"
picture gallery/source --settings 'dock_open = on' --crop "0 120 880 652" --scale 440 profiles/words.cpuprofile -- \
  "click 40 671" "key e"

# Those that the command line draws.
if is_wanted evolution/words; then
  "$ringscope" evolution "$work/words.cct" --colors papers --boxes 24 --size 1400x800 -o "$docs/images/evolution/words.png"
fi
if is_wanted inputs/json_reader; then
  "$ringscope" plot "$docs/profiles/json_reader_before.cct" --function read --chart worst -o "$docs/images/inputs/json_reader.png"
fi
