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

// What a box is there for.
enum class BoxRole : uint8_t {
  kItem,     // one item
  kClass,    // holds boxes of methods
  kPackage,  // holds boxes of classes
  kSummary,  // what was left out
  kFrame,    // of a plot
  kTick,     // a number at its edge: nothing but its label
};

struct PlacedBox {
  BoxRole role = BoxRole::kItem;
  uint32_t item = kNoItem;  // kItem; of a class its place in the structure; of a summary its number
  PlanePoint place;         // upper left corner
  BoxSize size;
  std::string label;  // as it is drawn
  PlanePoint label_place;
  BoxSize label_size;  // 0: no label
  TextAlign label_align = TextAlign::kCenter;
  // Which names come first where these have no room; none: the dearest.
  std::optional<double> weight;
  std::optional<PlanePoint> edges_by;  // edges from above come there first, then down beside it
  uint32_t within = kNoBox;            // the box of its class
};

struct PlacedEdge {
  uint32_t from = 0, to = 0;  // boxes
  EdgeRole role = EdgeRole::kTree;
  bool is_inheritance = false;
  double share = 0;          // of the dearest call
  bool is_gathered = false;  // drawn only where one of its boxes is pointed at
};

// Boxes, later ones over earlier ones, in units of which one is a pixel at the scale 1.
struct PolymetricLayout {
  std::vector<PlacedBox> boxes;
  std::vector<PlacedEdge> edges;
  std::vector<uint32_t> box_of_item;  // its own or the summary's; kNoBox: not drawn
};

// A side of a box that is measured.
inline constexpr double kLeastSide = 6, kMostSide = 64;

// The side of a box whose value lies at this part of the largest one, on its scale.
[[nodiscard]] inline double SideOf(double part) { return kLeastSide + part * (kMostSide - kLeastSide); }

// Places what was found, all of which but the layout is there. O(boxes log boxes + edges).
[[nodiscard]] PolymetricLayout LayOut(const PolymetricFound& found);

// "the JDK: 1,204 methods of 118 classes, 71.3 % self"
[[nodiscard]] std::string LeftOutText(const LeftOutClasses& classes, uint64_t total);

// "encode" of "json.encoder:JSONEncoder.encode", or with its class: "JSONEncoder.encode".
[[nodiscard]] std::string ShortMethodName(std::string_view name, bool with_class);

// What tells functions apart whose short names with their classes are equal, as PolymetricFound::told_apart.
// Empty where none are. O(items log items).
[[nodiscard]] std::vector<std::string> TellApart(const FrameTable& frames, const ItemTable& items);

// 0 to 1 (-1 to 1 where there are negative ones): where a value lies between 0 and the largest one on its
// scale. Unknown values: not a number.
[[nodiscard]] std::vector<double> PositionsOf(const MeasuredItems& measured, MeasureScale scale);

}  // namespace ringscope::polymetric
