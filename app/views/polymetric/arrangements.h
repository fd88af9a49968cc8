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

// Beside boxes, in boxes of classes, and between them.
inline constexpr double kGap = 3, kLabelHeight = 15, kBlockGap = 30;
// More labels beside boxes are only noise, and push the boxes apart.
inline constexpr size_t kMostLabelled = 1'500;

// So much room a label wants.
[[nodiscard]] double LabelWidth(std::string_view text);
// A name as it is drawn.
[[nodiscard]] std::string ShownLabel(std::string_view text);

// Blocks beside each other in rows, so that the whole has about these proportions of width to height. Upper
// left corners.
struct Shelves {
  std::vector<PlanePoint> place;
  BoxSize size;
};
[[nodiscard]] Shelves Shelve(std::span<const BoxSize> blocks, double gap, double aspect);

// What all arrangements need: sizes and names of items, and the layout as it grows.
class LayoutParts {
 public:
  explicit LayoutParts(const PolymetricFound& found);

  [[nodiscard]] const PolymetricFound& found() const { return found_; }
  [[nodiscard]] BoxSize SizeOf(uint32_t item) const;
  [[nodiscard]] std::string NameOf(uint32_t item, bool with_class) const;

  // The number of the box.
  uint32_t Add(PlacedBox box);
  void Add(PlacedEdge edge) { layout_.edges.push_back(edge); }
  // An item with its label beside it: `area` holds both, at the upper left corner of which it stands.
  struct Labelled {
    uint32_t item = 0;
    PlanePoint at;
    BoxSize area;
    std::string label;
    bool is_above = false;               // the label
    std::optional<PlanePoint> edges_by;  // as PlacedBox has it
  };
  void AddLabelled(Labelled labelled);
  // An item that has its label inside.
  void AddItem(uint32_t item, PlanePoint at, std::string label, std::optional<PlanePoint> edges_by = {},
               std::optional<double> weight = {}, uint32_t within = kNoBox);
  // The room that an item and a label beside it want.
  [[nodiscard]] BoxSize AreaOf(uint32_t item, std::string_view label) const;

  // Of what was left out, each a box. Of classes in the order of ClassStructure::left_out.
  [[nodiscard]] const std::vector<std::string>& summaries() const { return summaries_; }
  [[nodiscard]] BoxSize SummarySize(size_t number) const;
  void AddSummary(size_t number, PlanePoint at);
  // Below all others.
  void AddSummariesBelow();

  [[nodiscard]] PolymetricLayout Take() && { return std::move(layout_); }

 private:
  // What stands before a name that others have too.
  [[nodiscard]] std::string Prefix(uint32_t item, bool with_class) const;

  const PolymetricFound& found_;
  std::vector<double> width_, height_;  // by item; empty: not measured
  std::vector<std::string> summaries_;
  PolymetricLayout layout_;
};

}  // namespace ringscope::polymetric

// The arrangements, each of which adds boxes and edges of what was found.
namespace ringscope::polymetric {

// Classes with a grid of their methods inside, subclasses below; or, without a table of classes, inside their
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
