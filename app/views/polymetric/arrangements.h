#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/views/polymetric/polymetric.h"
#include "app/views/polymetric/polymetric_layout.h"

namespace ringscope::polymetric {

// Gaps beside boxes, in boxes of classes, and between blocks.
inline constexpr double kGap = 3, kLabelHeight = 15, kBlockGap = 30;
// The most labels beside boxes: more would be noise, and push the boxes apart.
inline constexpr size_t kMostLabelled = 1'500;

// The width of a label's room.
[[nodiscard]] double LabelWidth(std::string_view text);
// A name as it is drawn.
[[nodiscard]] std::string ShownLabel(std::string_view text);

// Puts blocks beside each other in rows. `aspect`: the wished ratio of the width of the whole to its height.
// `place`: upper left corners.
struct Shelves {
  std::vector<PlanePoint> place;
  BoxSize size;
};
[[nodiscard]] Shelves Shelve(std::span<const BoxSize> blocks, double gap, double aspect);

// The inputs of all arrangements, which are sizes and names of items, and the layout that they add to.
class LayoutParts {
 public:
  explicit LayoutParts(const PolymetricFound& found);

  [[nodiscard]] const PolymetricFound& found() const { return found_; }
  [[nodiscard]] BoxSize SizeOf(uint32_t item) const;
  [[nodiscard]] std::string NameOf(uint32_t item, bool with_class) const;

  // Returns the number of the box.
  uint32_t Add(PlacedBox box);
  void Add(PlacedEdge edge) { layout_.edges.push_back(edge); }
  // An item with its label beside it: `area` holds both, with its upper left corner at `at`.
  struct Labelled {
    uint32_t item = 0;
    PlanePoint at;
    BoxSize area;
    std::string label;
    bool is_above = false;               // the label is above the item
    std::optional<PlanePoint> edges_by;  // see PlacedBox
  };
  void AddLabelled(Labelled labelled);
  // Adds an item with its label inside.
  void AddItem(uint32_t item, PlanePoint at, std::string label, std::optional<PlanePoint> edges_by = {},
               std::optional<double> weight = {}, uint32_t within = kNoBox);
  // The room of an item and a label beside it.
  [[nodiscard]] BoxSize AreaOf(uint32_t item, std::string_view label) const;

  // The text of each summary, a box for items that were left out; of classes as in ClassStructure::left_out.
  [[nodiscard]] const std::vector<std::string>& summaries() const { return summaries_; }
  [[nodiscard]] BoxSize SummarySize(size_t number) const;
  void AddSummary(size_t number, PlanePoint at);
  // Adds all summaries below the other boxes.
  void AddSummariesBelow();

  [[nodiscard]] PolymetricLayout Take() && { return std::move(layout_); }

 private:
  // A prefix that tells an item from others of its name; empty if no item has its name, or none is known.
  [[nodiscard]] std::string Prefix(uint32_t item, bool with_class) const;

  const PolymetricFound& found_;
  std::vector<double> width_, height_;  // by item; empty: not measured
  std::vector<std::string> summaries_;
  PolymetricLayout layout_;
};

// The arrangements. Each adds boxes and edges for LayoutParts::found().

// Classes with a grid of their methods inside, subclasses below; or, without a table of classes, inside
// packages.
void ArrangeClasses(LayoutParts& parts);
// Functions, callers above callees.
void ArrangeFunctions(LayoutParts& parts);
// Contexts, callers above callees.
void ArrangeContexts(LayoutParts& parts);
// Any items in rows, by increasing height.
void ArrangeRows(LayoutParts& parts);
// Any items by x and y, with axes.
void ArrangePlot(LayoutParts& parts);

}  // namespace ringscope::polymetric
