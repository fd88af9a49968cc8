#pragma once

#include <cstdint>

#include "cct/cct.h"

namespace ringscope {

// How a context's angle and a layer's thickness are chosen (Moret et al., calling context ring charts).
enum class RingMode : uint8_t {
  kEqual,   // siblings share their caller's angle equally; layers equally thick
  kLength,  // a context's angle is its inclusive share of its caller; layers equally thick
  kArea,    // angles as kLength; radii so that a segment's area is proportional to its inclusive value
};

// What lies at the centre: one context, or an opened rest segment (a run of its children that share the whole
// circle).
struct ViewRoot {
  ContextId context = kRootContext;
  ContextRange run{};  // non-empty: only these children of `context` are shown

  [[nodiscard]] bool is_run() const { return !run.empty(); }
  friend bool operator==(const ViewRoot&, const ViewRoot&) = default;
};

// No limit: as many layers as the tree has and the pixels can show (see LayoutView).
inline constexpr uint32_t kAllLayers = 0xffffffffu;

// Everything a layout depends on besides the tree.
struct ViewSpec {
  MetricIndex metric = 0;
  RingMode mode = RingMode::kLength;
  ViewRoot root{};
  uint32_t depth_limit = kAllLayers;  // number of layers drawn, the centre included; at least 1
  float width_px = 1440;
  float height_px = 900;

  friend bool operator==(const ViewSpec&, const ViewSpec&) = default;
};

}  // namespace ringscope
