#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"
#include "app/views/polymetric/polymetric_layout.h"
#include "cct/base/text/enum_words.h"
#include "cct/blueprint/class_structure.h"
#include "cct/blueprint/function_calls.h"
#include "cct/blueprint/item_table.h"
#include "cct/blueprint/polymetric_text.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"

namespace ringscope::polymetric {

// The content of a place as text for ParsePolymetric(); empty: the structure.
struct PolymetricPlace {
  std::string text;
  friend bool operator==(const PolymetricPlace&, const PolymetricPlace&) = default;
};

inline constexpr auto kPolymetricSideWords = WordsInOrder<Side, kSideCount>("before, after");

// A value of a pane that shows one side of a comparison, beside a pane that shows the other.
struct PolymetricPane {
  std::optional<Side> side;  // std::nullopt: both in one picture
  friend bool operator==(const PolymetricPane&, const PolymetricPane&) = default;
};

struct PolymetricFound;

// The inputs of a view's diagram.
struct PolymetricWanted {
  CctPtr tree;
  FunctionIndexPtr functions;
  MetricIndex metric = 0;
  std::string text;
  std::vector<DerivedMetric> derived;
  ContextRange roots;       // at the centre of the view
  bool is_by_side = false;  // of a comparison: a picture a side, with all boxes at equal places
  friend bool operator==(const PolymetricWanted&, const PolymetricWanted&) = default;

  using Found = PolymetricFound;
  static constexpr std::string_view kLabel = "Arranging boxes";
  static std::optional<PolymetricWanted> Of(const AppState& state, const ViewState& view);
};

// The items of a tree, measured, put together and placed.
struct PolymetricFound {
  PolymetricSpec spec;
  ItemTable items;
  // By item: the class, else the file or module, of a function that shares its name; empty if none does.
  std::vector<std::string> told_apart;
  // Without values, and with an empty `missing`, if the text has no such measure.
  MeasuredItems x, y, width, height, tone;
  // For sides beside each other: the measures of each side by item. `width` and `height` have the larger
  // values.
  std::array<std::vector<double>, kSideCount> side_width, side_height;
  ClassStructure structure;  // for BoxArrangement::kInheritance
  FunctionCalls graph;       // if the items are functions, also inside classes
  CallNeighbourhood around;  // for BoxArrangement::kCalls
  PolymetricLayout layout;
  std::string missing;  // why there is nothing to draw
};

// Whether a pane shows one side of the view's comparison.
[[nodiscard]] bool IsBySide(const AppState& state, const ViewState& view);
// The text of a place, or the structure's.
[[nodiscard]] std::string TextOf(const ViewState& view);
// Whether the profile of a view has the values of a measure.
[[nodiscard]] bool HasMeasure(const ViewState& view, MeasureOf of);
// The number of boxes that a view of all classes, or of all that a function reaches, begins with.
inline constexpr uint32_t kDearestBoxes = 30;
[[nodiscard]] inline bool MayFold(const PolymetricSpec& spec) {
  return spec.arrangement == BoxArrangement::kInheritance || spec.arrangement == BoxArrangement::kCalls;
}
// Limits a diagram that may have too many boxes to the dearest ones.
void BeginWithDearest(PolymetricSpec& spec);
inline constexpr size_t kBehaviorPreset = 1;
// The text of a preset for the profile of a view. Measures and modules that the profile lacks are replaced by
// other measures and by packages; cheap items share a box.
[[nodiscard]] std::string PresetText(const ViewState& view, size_t preset);
// Errors: those of ParsePolymetric() and of the measures.
[[nodiscard]] Result<PolymetricFound> FindPolymetric(const PolymetricWanted& wanted, JobControl& job);

void Refresh(AppState& state, action::Effects& effects);

// Actions on the active view.

// Shows a text as a new place in the history. For a text that cannot be read, a note says why.
struct ShowText {
  std::string text;
};
// Shows the behavior of `function`, else of the chosen function: all that it reaches, or one layer of callers
// and one of callees, which StepOutward extends.
struct ShowBehavior {
  std::optional<FrameId> function;
  bool only_neighbours = false;
};
// Adds a layer of callers, and a layer of callees unless all are shown.
struct StepOutward {};
// Shows before and after of a comparison beside each other in linked panes, or in one picture again.
struct ShowSides {
  bool beside = true;
};
// Shows the rings, with the function of the behavior, or the chosen function, lit.
struct ShowInRings {};

void Do(AppState& state, ViewState& view, const ShowText& show, action::Effects& effects);
void Do(AppState& state, ViewState& view, const ShowBehavior& show, action::Effects& effects);
void Do(AppState& state, ViewState& view, const StepOutward& step, action::Effects& effects);
void Do(AppState& state, ViewState& view, const ShowSides& show, action::Effects& effects);
void Do(AppState& state, ViewState& view, const ShowInRings& show, action::Effects& effects);

[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::polymetric
