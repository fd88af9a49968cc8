#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cct/base/text/enum_words.h"
#include "cct/tree/cct.h"

namespace ringscope {

// How a context's angle and a layer's thickness are chosen (Moret et al., calling context ring charts).
enum class RingMode : uint8_t {
  kEqual,   // siblings share their caller's angle equally; layers equally thick
  kLength,  // a context's angle is its inclusive share of its caller; layers equally thick
  kArea,    // angles as kLength; radii so that a segment's area is proportional to its inclusive value
};
inline constexpr auto kModeWords = WordsInOrder<RingMode, 3>("equal, length, area");

// How the radius is divided among the rings.
enum class RingSizing : uint8_t {
  kPlain,     // as the mode says, the centre being a layer as any other (Moret et al.)
  kReadable,  // the centre has room for text, and so have the first rings; thin are rings that one context
              // fills (see docs/drawing.md)
};
inline constexpr auto kRingSizingWords = WordsInOrder<RingSizing, 2>("plain, readable");

// The centre of a view: one context, or an opened rest segment (a run of its children that share the whole
// circle).
struct ViewRoot {
  ContextId context = kRootContext;
  ContextRange run{};  // non-empty: only these children of `context` are shown

  [[nodiscard]] bool is_run() const { return !run.empty(); }
  friend bool operator==(const ViewRoot&, const ViewRoot&) = default;
};

// How the pieces of a view are arranged; sums, pieces and picking are the same.
enum class ChartForm : uint8_t {
  kRings,    // around a centre disc, callees outside their caller
  kIcicle,   // rows of the chart's width, callees below their caller, the view root on top
  kTreemap,  // boxes, callees inside their caller
};
inline constexpr auto kFormWords = WordsInOrder<ChartForm, 3>("rings, icicle, treemap");

// Enlarges the surroundings of one place of the chart at the cost of the rest, as a magnifying glass does.
// The place itself does not move. Places and extents are shares of the whole chart, so that a lens depends on
// neither the tree nor the size in pixels.
struct Lens {
  double center_turns = 0;   // in turns; in an icicle from its left edge, 1 = its right edge
  double center_radius = 0;  // 0 = the centre (the top of an icicle), 1 = the rim (the bottom)
  // How many times wider and thicker pieces get there; layers that are thick enough to be read get no
  // thicker. 1 enlarges nothing.
  float angular_zoom = 20;
  float radial_zoom = 16;
  // How far the enlarged part reaches to either side, as drawn.
  float angular_extent = 0.12f;  // in turns
  float radial_extent = 0.2f;    // in shares of the chart's radius or height

  friend bool operator==(const Lens&, const Lens&) = default;
};

// The side on which rings draw a chosen part of the view a second time: the part then has a whole circle,
// while the view stays in sight (J. Stasko and E. Zhang, "Focus+Context Display and Navigation Techniques for
// Enhancing Radial, Space-Filling Hierarchy Visualizations", 2000).
enum class DetailPlace : uint8_t {
  kNone,
  kOutside,  // around the view, which shrinks towards the middle
  kInside,   // in the middle, the view around it
};
inline constexpr auto kDetailWords = WordsInOrder<DetailPlace, 3>("none, outside, inside");

struct Detail {
  DetailPlace place = DetailPlace::kNone;
  ViewRoot root{};  // below the view root
  friend bool operator==(const Detail&, const Detail&) = default;
};

// No depth limit: as many layers as the tree has and the pixels can show (see LayoutView).
inline constexpr uint32_t kAllLayers = 0xffffffffu;

// Everything a layout depends on besides the tree.
struct ViewSpec {
  MetricIndex metric = 0;
  RingMode mode = RingMode::kLength;
  ChartForm form = ChartForm::kRings;
  ViewRoot root{};
  uint32_t depth_limit = kAllLayers;  // number of layers drawn, the centre included; at least 1
  float width_px = 1440;
  float height_px = 900;
  // The most height of an icicle's row, so an icicle of few layers does not fill the height. Titles of boxes
  // are in proportion.
  float max_row_px = 24;
  RingSizing ring_sizing = RingSizing::kPlain;  // rings only
  // The least thickness of the first readable ring, but no more than a fifth of the rings' room; 0: none.
  float first_ring_px = 0;
  std::optional<Lens> lens;  // ignored by treemaps
  // The outer edges of the first layers, in shares of the radius (of an icicle's height): they stay in place
  // while the number of layers changes, and further layers share the rest as usual. Ignored if there are no
  // further layers.
  std::vector<float> held_edges;
  // Chains of contexts without self cost are drawn as one piece each (see chains.h).
  bool compress_chains = false;
  // Contexts whose chains are drawn ring by ring all the same; a few, in any order.
  std::vector<ContextId> opened_chains;
  Detail detail;  // rings only
  // Rings lie around a hole of this radius, and the view root is a ring, too. 0: the view root is a disc.
  float hole_px = 0;
  // Metrics in the unit of `metric`: the circle stands for the view root's largest value of all of them, so
  // that a smaller one leaves a gap at its end. Not in equal mode.
  std::vector<MetricIndex> whole;

  friend bool operator==(const ViewSpec&, const ViewSpec&) = default;
};

}  // namespace ringscope
