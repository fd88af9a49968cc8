# Folds stacks that the Java Flight Recorder printed: one line a stack, outermost method first, and how often it was
# sampled.
#   jfr print --stack-depth 2048 --events jdk.ExecutionSample FILE.jfr | awk -f fold_jfr.awk > FILE.folded
# With -v lines=1 a method is followed by the line it was at: every line it calls from is a frame of its own.

/stackTrace = \[/ { inside = 1; stack = ""; next }

inside && /^ *\]/ {
  if (stack != "") ++samples[stack]
  inside = 0
  next
}

inside {  # "    JLex.CMinimize.minimize() line: 2922"
  line = match($0, / line: [0-9]+/) ? substr($0, RSTART + 7, RLENGTH - 7) : ""
  method = $1
  sub(/\(.*/, "", method)
  if (lines && line != "") method = method ":" line
  stack = stack == "" ? method : method ";" stack
}

END { for (stack in samples) print stack, samples[stack] }
