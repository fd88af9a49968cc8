#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope::test {

// "f 4,10": a function, and the values of a point of it, in the order of the tree.
inline std::vector<std::string> PointLines(const Cct& tree) {
  std::vector<std::string> lines;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const PointRange range = tree.PointsOf(context);
    for (uint64_t point = range.begin; point < range.end; ++point) {
      std::string line(tree.FrameAt(context).name);
      for (size_t f = 0; f < tree.point_fields().size(); ++f)
        line += (f == 0 ? " " : ",") + std::to_string(tree.PointValue(f, point));
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace ringscope::test
