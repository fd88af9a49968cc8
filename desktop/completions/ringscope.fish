# Completes ringscope's commands, options, their values, and functions and metrics of a .cct file; files are fish's own.
function __ringscope_complete
    set -l words (commandline -opc)[2..-1] (commandline -ct)
    ringscope complete -- $words 2>/dev/null
end
complete -c ringscope -a '(__ringscope_complete)'
