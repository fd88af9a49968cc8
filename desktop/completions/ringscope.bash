# Completes ringscope's commands, options, their values, and functions and metrics of a .cct file; files are bash's own.
_ringscope() {
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  mapfile -t COMPREPLY < <(ringscope complete -- "${words[@]}" 2>/dev/null)
  # Names of functions have blanks and parentheses.
  local i
  for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]="$(printf '%q' "${COMPREPLY[i]}")"; done
}
complete -o default -o bashdefault -F _ringscope ringscope
