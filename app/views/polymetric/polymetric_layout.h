#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/blueprint/class_structure.h"
#include "cct/blueprint/item_table.h"
#include "renderer/diagram/boxes.h"
#include "renderer/diagram/call_layers.h"
#include "renderer/shapes/plane.h"
#include "renderer/shapes/shape_batch.h"

namespace ringscope::polymetric {

struct PolymetricFound;

// The purpose of a box.
enum class BoxRole : uint8_t {
  kItem,     // one item
  kClass,    // holds boxes of methods
  kPackage,  // holds boxes of classes
  kSummary,  // a text about items that were left out
  kFrame,    // of a plot
  kTick,     // a number at the edge of a plot: only a label
};

struct PlacedBox {
  BoxRole role = BoxRole::kItem;
  uint32_t item = kNoItem;  // the item; for a class its index in the structure, for a summary its number
  PlanePoint place;         // upper left corner
  BoxSize size;
  std::string label;  // as drawn
  PlanePoint label_place;
  BoxSize label_size;  // 0: no label
  TextAlign label_align = TextAlign::kCenter;
  // Names of high weight come first if room is short; std::nullopt: by cost.
  std::optional<double> weight;
  std::optional<PlanePoint> edges_by;  // edges from above go by this point, then down beside the box
  uint32_t within = kNoBox;            // the box of its class
};

struct PlacedEdge {
  uint32_t from = 0, to = 0;  // boxes
  EdgeRole role = EdgeRole::kTree;
  bool is_inheritance = false;
  double share = 0;          // the cost as a part of that of the dearest call
  bool is_gathered = false;  // drawn only while the pointer is on one of its boxes
};

// Boxes, later ones over earlier ones, in units that are pixels at the scale 1.
struct PolymetricLayout {
  std::vector<PlacedBox> boxes;
  std::vector<PlacedEdge> edges;
  std::vector<uint32_t> box_of_item;  // the item's own box or its summary; kNoBox: not drawn
};

// The bounds of the sides of a measured box.
inline constexpr double kLeastSide = 6, kMostSide = 64;

// The side of a box. `part`: its value as a part of the largest one, on the scale of the measure.
[[nodiscard]] inline double SideOf(double part) { return kLeastSide + part * (kMostSide - kLeastSide); }

// Places the items and classes of `found`, whose `layout` is not read. O(boxes log boxes + edges).
[[nodiscard]] PolymetricLayout LayOut(const PolymetricFound& found);

// "the JDK: 1,204 methods of 118 classes, 71.3 % self"
[[nodiscard]] std::string LeftOutText(const LeftOutClasses& classes, uint64_t total);

// "encode" of "json.encoder:JSONEncoder.encode", or with its class: "JSONEncoder.encode".
[[nodiscard]] std::string ShortMethodName(std::string_view name, bool with_class);

// Texts that tell apart functions with equal short names and classes, see PolymetricFound::told_apart. Empty
// if all differ. O(items log items).
[[nodiscard]] std::vector<std::string> TellApart(const FrameTable& frames, const ItemTable& items);

// The values of a measure as parts of the largest absolute one, on a scale: 0 to 1, with negative values -1
// to 1; NaN if unknown.
[[nodiscard]] std::vector<double> PositionsOf(const MeasuredItems& measured, MeasureScale scale);

}  // namespace ringscope::polymetric
