#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/core/task.h"
#include "app/view/state/kind_values.h"
#include "app/view/state/slots.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/columns/side_columns.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/cct.h"
#include "renderer/color/color_mode.h"
#include "renderer/layout/view.h"

namespace ringscope {

// A tree and the index of its functions. Both are set or both are null.
struct LoadedTree {
  CctPtr tree;
  FunctionIndexPtr functions;
  [[nodiscard]] explicit operator bool() const { return tree != nullptr; }
  friend bool operator==(const LoadedTree& a, const LoadedTree& b) { return a.tree == b.tree; }
};

// O(frames).
[[nodiscard]] inline LoadedTree WithFunctions(CctPtr tree) {
  auto functions = std::make_shared<const FunctionIndex>(tree->frames());
  return {std::move(tree), std::move(functions)};
}

// Asks for the cost of a tree's samples over time.
struct DensityRequest {
  CctPtr tree;
  MetricIndex metric = 0;  // a metric that a series of the tree measures
  // Counts only samples in and below the contexts of a function of `known_in`, a tree of the same profile;
  // all samples for kNoFunction.
  LoadedTree known_in;
  FunctionId function = kNoFunction;
  friend bool operator==(const DensityRequest&, const DensityRequest&) = default;
};

// The number of equal parts of the recording's time: more than a strip has pixels.
inline constexpr uint32_t kDensityParts = 4096;

// Immutable once made.
struct Density {
  DensityRequest request;
  uint64_t span_ns = 1;         // from the first sample to just behind the last
  uint64_t sample_count = 0;    // samples that measure the metric
  std::vector<uint64_t> until;  // kDensityParts + 1 sums: of all before each part, and of all
};

// The time strip of a view.
struct TimelineState {
  Task<DensityRequest, Density> density;
  Task<DensityRequest, Density> chosen;  // of the chosen or selected function
};

// Adds up the samples of each part of the time: about 1 ns a sample, and 5 ns a context for a request about a
// function. Null if cancelled.
[[nodiscard]] std::shared_ptr<const Density> RunDensity(const DensityRequest& request, JobControl& job);

struct TransformRequest {
  CctPtr tree;
  Pipeline pipeline;
  MetricIndex metric = 0;              // of conditions that name no metric
  std::vector<DerivedMetric> derived;  // metrics that conditions may name
  friend bool operator==(const TransformRequest&, const TransformRequest&) = default;
};

// The result of a pipeline.
struct TransformedTree {
  LoadedTree tree;
  std::vector<StepOutcome> steps;
};

// The transforms through which a view shows its document.
struct PipelineState {
  Pipeline applied;                                      // the steps behind the view's tree
  std::vector<StepOutcome> outcomes;                     // one a step of `applied`
  Pipeline wanted;                                       // differs from `applied` only while `task` runs
  Task<TransformRequest, Result<TransformedTree>> task;  // empty once its answer is shown
  std::vector<Pipeline> undo, redo;                      // newest last
  // The stacks when `applied` was wanted, to be restored if `wanted` cannot be made.
  struct Stacks {
    std::vector<Pipeline> undo, redo;
  };
  std::optional<Stacks> before_task;
  // The document has been read again, and the shown tree is from the earlier reading until `task` ends.
  bool is_outdated = false;
  std::optional<Pipeline> asked_about;  // steps that take long wait for the user's answer
  std::string root_when_done;  // call path to go to in the result of `task`; empty: the same place as before
};

// Applies the steps on the calling (job) thread. Null when cancelled.
[[nodiscard]] std::shared_ptr<const Result<TransformedTree>> RunTransform(const TransformRequest& request,
                                                                          JobControl& job);

struct AngleRequest {
  CctPtr tree;
  MetricSides sides;
  ComparedAngle angle = ComparedAngle::kBoth;
  bool by_share = false;
  friend bool operator==(const AngleRequest&, const AngleRequest&) = default;
};
struct MadeAngle {
  AngleRequest request;
  DrawnAngle drawn;     // its tree is null if the angle cannot be drawn
  std::string problem;  // why the angle cannot be drawn
};

// The angle that the charts of a view of a comparison or a fleet draw. Before, after and change are metrics
// of the view.
struct AngleState {
  // The column drawn in place of the view's metric: kBoth, kCommon or kLarger of the compared metric, kMean
  // or kMost of a fleet's. std::nullopt: the metric itself.
  std::optional<ComparedAngle> made;
  std::optional<bool> by_share;  // std::nullopt: see IsDrawnByShare()
  Task<AngleRequest, MadeAngle> task;
};

// The place that the user looks at: everything that Back and Forward restore.
struct ViewPosition {
  ViewRoot root;
  const ViewKind* kind = DefaultViewKind();
  KindValues places;  // values of the kinds for this place
  friend bool operator==(const ViewPosition&, const ViewPosition&) = default;
};

// The places of a view, like the history of a browser: entries [0, cursor] lead here, Forward goes to those
// behind the cursor. Never empty. A new position drops the entries behind the cursor, and beyond kMaxEntries
// the oldest one.
class ViewHistory {
 public:
  static constexpr size_t kMaxEntries = 500;

  ViewHistory() : entries_(1) {}
  explicit ViewHistory(const ViewPosition& start) : entries_{start} {}

  [[nodiscard]] const ViewPosition& current() const { return entries_[cursor_]; }

  // Adds an entry. Does nothing if `position` equals the current one.
  void Push(const ViewPosition& position);
  // Push(), but consecutive turns (as of a wheel) are one entry.
  void PushTurn(const ViewPosition& position);

  // Push() for the step to the place where the profile is shown first, which is no step of the user's.
  void PushOpening(const ViewPosition& position);
  // Whether the user has gone anywhere.
  [[nodiscard]] bool touched() const { return cursor_ > opening_steps_; }

  [[nodiscard]] bool can_go_back() const { return cursor_ > 0; }
  [[nodiscard]] bool can_go_forward() const { return cursor_ + 1 < entries_.size(); }
  void GoBack();
  void GoForward();

  // Goes back to the nearest earlier entry with another view root. False (and nothing happens) if all earlier
  // entries have the same root.
  bool GoBackToOtherRoot();

  [[nodiscard]] const std::vector<ViewPosition>& entries() const { return entries_; }
  [[nodiscard]] size_t cursor() const { return cursor_; }

 private:
  std::vector<ViewPosition> entries_;
  size_t cursor_ = 0;
  size_t opening_steps_ = 0;
  bool last_push_was_turn_ = false;
};

// The hot path of a view, from the view root to where its cost goes: each callee holds at least `percent` of
// its caller's cost.
struct HotPathState {
  CctPtr tree;
  CctPtr drawn;  // the drawn tree, whose column `metric` decides the path
  ViewRoot root;
  MetricIndex metric = 0;
  int percent = 0;
  std::shared_ptr<const std::vector<ContextId>> contexts;  // below the root; null before the first request
};

// The path of blame of a view, from the centre to where the largest part of its change happens. Drawn while
// its end is selected.
struct BlameState {
  CctPtr tree;
  ContextId root = kNoContext;
  std::shared_ptr<const std::vector<ContextId>> contexts;  // below the root; null: none
};

// The context or rest segment under the pointer.
struct Pointed {
  ContextId context = kNoContext;  // the exact context, even if too small to be drawn
  ContextRange rest;               // non-empty: the pointer is on this rest segment
  ContextId rest_parent = kNoContext;
  // The pointer is on a compressed chain that contains `context`: the chain's head, and how many contexts it
  // has, each but the last with one callee.
  ContextId chain_head = kNoContext;
  uint32_t chain_contexts = 0;
  bool is_self_gap = false;  // the pointer is on the gap for the self cost of `context`
  friend bool operator==(const Pointed&, const Pointed&) = default;
};

// One way to look at one document: its tree after a pipeline of transforms, and a place in that tree.
struct ViewState {
  ViewId id = 0;
  DocumentId document = 0;
  LoadedTree shown;  // never null: the document's own tree, or the result of the pipeline
  PipelineState pipeline;
  MetricIndex metric = 0;
  ColorSpec color;
  ViewHistory history;
  std::optional<Pointed> pointed;
  ContextId selected = kNoContext;
  // All contexts of this frame's function light up, until a context is selected.
  std::optional<FrameId> chosen_function;
  // The query of the chosen row of modules, classes, ...: commands are about it until something else is
  // chosen or searched for.
  std::string chosen_group;
  std::optional<FrameId> hovered_function;  // of the table row under the pointer: lights up before the others
  std::string search;                       // as typed
  TimelineState timeline;
  HotPathState hot_path;
  AngleState angle;
  BlameState blame;
  Slots slots;  // values of single rooms and kinds
  // Why this view shows another place than the view that it follows; empty if it shows the same, or follows
  // none.
  std::string not_followed;

  [[nodiscard]] const ViewKind& kind() const { return *history.current().kind; }
  [[nodiscard]] const Cct& tree() const { return *shown.tree; }
  [[nodiscard]] const FunctionIndex& functions() const { return *shown.functions; }
};

// The chosen function, else that of the selected context; std::nullopt for the synthetic root.
[[nodiscard]] std::optional<FrameId> ChosenFrame(const ViewState& view);

// The function whose contexts light up: of the context or row under the pointer, else the chosen one, else
// the selected context's. kNoFunction on a rest segment, which has many functions.
[[nodiscard]] FunctionId LitFunction(const ViewState& view);

// The inclusive value of the centre: of a context, or of an opened run of siblings.
[[nodiscard]] inline uint64_t ViewTotal(const Cct& tree, const ViewRoot& root, MetricIndex metric) {
  return root.is_run() ? tree.Inclusive(root.run, metric) : tree.Inclusive(root.context, metric);
}
[[nodiscard]] inline uint64_t ViewTotal(const Cct& tree, const ViewState& view) {
  return ViewTotal(tree, view.history.current().root, view.metric);
}

// The selected context, else that of the centre.
[[nodiscard]] inline ContextId SelectedOrCentre(const ViewState& view) {
  return view.selected != kNoContext ? view.selected : view.history.current().root.context;
}

// Whether the view's (wanted) pipeline leaves the thread ring out.
[[nodiscard]] bool ThreadsMerged(const ViewState& view);

}  // namespace ringscope
