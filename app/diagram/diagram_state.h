#pragma once

#include <cstdint>

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

}  // namespace ringscope
