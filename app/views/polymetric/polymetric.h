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

// What a place shows, as ParsePolymetric() reads it; empty: the structure.
struct PolymetricPlace {
  std::string text;
  friend bool operator==(const PolymetricPlace&, const PolymetricPlace&) = default;
};

inline constexpr EnumWords<Side, kSideCount> kPolymetricSideWords{
    {{"before", Side::kBefore}, {"after", Side::kAfter}}};

// Of a pane that shows one side of a comparison, beside another one that shows the other.
struct PolymetricPane {
  std::optional<Side> side;  // none: both in one picture
  friend bool operator==(const PolymetricPane&, const PolymetricPane&) = default;
};

// What a view wants to be worked out.
struct PolymetricWanted {
  CctPtr tree;
  FunctionIndexPtr functions;
  MetricIndex metric = 0;
  std::string text;
  std::vector<DerivedMetric> derived;
  ContextRange roots;       // what lies in the centre of the view
  bool is_by_side = false;  // of a comparison: as each side has it, all at the same places
  friend bool operator==(const PolymetricWanted&, const PolymetricWanted&) = default;
};

// The items of a tree, measured, put together and placed.
struct PolymetricFound {
  PolymetricSpec spec;
  ItemTable items;
  // What stands before a function's name where others have the same one: its class, else its file or module.
  // By item; empty: nothing.
  std::vector<std::string> told_apart;
  // Of what the text does not measure: without values, and nothing missing.
  MeasuredItems x, y, width, height, tone;
  // Where sides stand beside each other: what each measures by item, of which `width` and `height` are the
  // larger.
  std::array<std::vector<double>, kSideCount> side_width, side_height;
  ClassStructure structure;  // of arrangement inheritance
  FunctionCalls graph;       // of functions, also inside classes
  CallNeighbourhood around;  // of arrangement calls
  PolymetricLayout layout;
  std::string missing;  // why there is nothing to draw
};

using PolymetricAnswer = KindAnswer<PolymetricWanted, PolymetricFound>;
using PolymetricAnswers = KindAnswers<PolymetricWanted, PolymetricFound>;

// Whether a pane shows one side of what a view compares.
[[nodiscard]] bool IsBySide(const AppState& state, const ViewState& view);
// The text of a place, or the structure's.
[[nodiscard]] std::string TextOf(const ViewState& view);
// Errors: those of ParsePolymetric() and of what works it out.
[[nodiscard]] Result<PolymetricFound> FindPolymetric(const PolymetricWanted& wanted, JobControl& job);
// Null where none was asked for.
[[nodiscard]] const PolymetricAnswer* AnswerOf(const AppState& state, const ViewState& view);

void Refresh(AppState& state, action::Effects& effects);

}  // namespace ringscope::polymetric

// Of the active view.
namespace ringscope::polymetric {

// Shows this, in a place of its own in the history. A text that cannot be read is not shown; a note says why.
struct ShowText {
  std::string text;
};
// The behavior of the function that is chosen, or of this one: all that it reaches, or a layer of callers and
// one of callees, which `StepOutward` makes more.
struct ShowBehavior {
  std::optional<FrameId> function;
  bool only_neighbours = false;
};
// A layer of callers more, and one of callees where not all are shown.
struct StepOutward {};
// Of a comparison: before and after beside each other in linked panes, or in one picture again.
struct ShowSides {
  bool beside = true;
};
// The rings, with the function of the behavior, or the one that is chosen, lit.
struct ShowInRings {};

void Do(AppState& state, const ShowText& show, action::Effects& effects);
void Do(AppState& state, const ShowBehavior& show, action::Effects& effects);
void Do(AppState& state, const StepOutward& step, action::Effects& effects);
void Do(AppState& state, const ShowSides& show, action::Effects& effects);
void Do(AppState& state, const ShowInRings& show, action::Effects& effects);

[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::polymetric
