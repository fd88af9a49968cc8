#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "cct/compare/columns/side_columns.h"

namespace ringscope {

struct AngleRequest {
  CctPtr tree;
  MetricSides sides;
  ComparedAngle angle = ComparedAngle::kBoth;
  bool by_share = false;
  friend bool operator==(const AngleRequest&, const AngleRequest&) = default;
};
struct MadeAngle {
  AngleRequest request;
  DrawnAngle drawn;     // its tree is null if the angle cannot be drawn
  std::string problem;  // why the angle cannot be drawn
};

// What the charts of a view of a comparison or a fleet draw. The sides and the change are metrics of the
// view.
struct AngleState {
  // kBoth, kCommon or kLarger of the compared metric, kMean or kMost of a fleet's, in place of the view's
  // metric; until another is chosen.
  std::optional<ComparedAngle> made;
  std::optional<bool> by_share;  // nothing: see IsDrawnByShare()
  Task<AngleRequest, MadeAngle> task;
};

}  // namespace ringscope
