#pragma once

#include "cct/tree/cct.h"
#include "renderer/color/paint.h"

namespace ringscope::chart_test {

// A small program over three modules, the kernel and a thread. Metric 0 is "time" in ns, metric 1 "misses",
// metric 2 "memory" in bytes, stored by the tenth.
//
//   worker (thread) > main > parse::Tokens::next > read > sys_read
//                          > draw::Frame::show
//                     (garbage collector)
[[nodiscard]] CctPtr ProgramTree();

// A seeded tree over some modules, packages, files and kinds, some of them unknown, with recursion. Two
// metrics.
[[nodiscard]] CctPtr RandomProgram(uint64_t seed, uint32_t contexts);

// Coloured by function, for a single picture.
[[nodiscard]] ChartPaint PaintByFunction(const Cct& tree, const ArcBatch& batch, const PaintSpec& spec = {});

}  // namespace ringscope::chart_test
