#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "cct/query/sets/function_index.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

// Of a view that several panes show as linked diagrams: where the one was led that was moved last. The others
// look there too.
struct SharedCamera {
  PlanePoint center;
  double px_per_unit = 1;
  uint64_t serial = 0;  // grows with each move; 0: nothing was moved
  friend bool operator==(const SharedCamera&, const SharedCamera&) = default;
};

// Of a view: grows when all of its diagrams shall be in sight again.
struct DiagramFits {
  uint64_t serial = 0;
  friend bool operator==(const DiagramFits&, const DiagramFits&) = default;
};

// Of a view: the box under the pointer of another pane. The same one lights up in this view's panes.
struct PointedBox {
  std::optional<uint64_t> key;        // of boxes of the same view, as DiagramBox has it
  FunctionId function = kNoFunction;  // of boxes of another one that is linked
  size_t pane = 0;                    // where the pointer is
  friend bool operator==(const PointedBox&, const PointedBox&) = default;
};

}  // namespace ringscope
