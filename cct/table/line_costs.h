#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What the contexts below a view root cost per line of one source file: columns, one entry a line that has
// frames, lines ascending. A line is what the frames carry: the function's definition, or the place in it
// where the profiler knows that. Frames of the file without a line (0) come first.
struct LineCosts {
  std::vector<uint32_t> line;
  std::vector<std::vector<uint64_t>> self;       // per metric, then per line
  std::vector<std::vector<uint64_t>> inclusive;  // a line below itself (recursion) counts once
  std::vector<uint64_t> contexts;
  std::vector<FrameId> first_frame;  // of the frames on that line
  std::vector<uint64_t> view_total;  // per metric: inclusive value of the view root
};

inline constexpr uint32_t kLeftOutLine = 0xffffffffu;

// One pass as BuildGroupTable's. `file` is compared exactly with the frames' files. `line_of`
// (by FrameId; may be shorter) has the lines of frames where they are others than the frames say; those of
// kLeftOutLine count for none. Errors: those of BuildGroupTable.
[[nodiscard]] Result<LineCosts> BuildLineCosts(const Cct& tree, std::string_view file, ContextRange roots,
                                               JobControl* job = nullptr,
                                               std::span<const uint32_t> line_of = {});

}  // namespace ringscope
