#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/ids.h"
#include "app/view/difference/angle_state.h"
#include "app/view/state/loaded_tree.h"
#include "app/view/state/slots.h"
#include "app/view/state/view_history.h"
#include "app/view/steps/pipeline_state.h"
#include "app/view/timeline/timeline_state.h"
#include "cct/tree/cct.h"
#include "renderer/color/color_mode.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The way from the view root to where its cost goes: each callee holds enough of its caller's cost. Belongs
// to a view.
struct HotPathState {
  CctPtr tree;
  ViewRoot root;
  MetricIndex metric = 0;
  int percent = 0;
  std::shared_ptr<const std::vector<ContextId>> contexts;  // below the root; null before the first request
};

// The way from the centre of a view to where the largest part of its change happens. Drawn while the way's
// end is selected.
struct BlameState {
  CctPtr tree;
  ContextId root = kNoContext;
  std::shared_ptr<const std::vector<ContextId>> contexts;  // below the root; null: none
};

// What the pointer is on. A rest segment is its caller (`context`) and the run it stands for.
struct Pointed {
  ContextId context = kNoContext;  // the exact context, even if too small to be drawn
  ContextRange rest;               // non-empty: the pointer is on this rest segment
  ContextId rest_parent = kNoContext;
  // The pointer is on a compressed chain that contains `context`: the chain's head, and how many contexts it
  // has, each but the last with one callee.
  ContextId chain_head = kNoContext;
  uint32_t chain_contexts = 0;
  bool is_self_gap = false;  // the pointer is on the gap that shows the self cost of `context`
  friend bool operator==(const Pointed&, const Pointed&) = default;
};

// One way to look at one document: its tree after a pipeline of transforms, and a place in that tree.
struct ViewState {
  ViewId id = 0;
  DocumentId document = 0;
  LoadedTree shown;  // never null: the document's own tree, or what the pipeline made of it
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
  std::optional<FrameId> hovered_function;  // of the table row under the pointer: lights up first
  std::string search;  // as it was typed
  TimelineState timeline;
  HotPathState hot_path;
  AngleState angle;
  BlameState blame;
  KindValues kinds;  // what kinds keep of a view, at all its places
  Slots slots;       // what single rooms remember of the view
  // Why this view shows another place than the view that it follows. Empty: it shows the same, or follows
  // none.
  std::string not_followed;

  [[nodiscard]] const ViewKind& kind() const { return *history.current().kind; }
  [[nodiscard]] const Cct& tree() const { return *shown.tree; }
  [[nodiscard]] const FunctionIndex& functions() const { return *shown.functions; }
};

// The function whose contexts light up: of the context or row under the pointer, else the chosen one, else
// the selected context's. A rest segment is many functions: nothing lights up.
[[nodiscard]] FunctionId LitFunction(const ViewState& view);

// Inclusive value at the centre: of a context, or of an opened run of siblings.
[[nodiscard]] inline uint64_t ViewTotal(const Cct& tree, const ViewRoot& root, MetricIndex metric) {
  return root.is_run() ? tree.Inclusive(root.run, metric) : tree.Inclusive(root.context, metric);
}
[[nodiscard]] inline uint64_t ViewTotal(const Cct& tree, const ViewState& view) {
  return ViewTotal(tree, view.history.current().root, view.metric);
}

// Whether the view's (wanted) pipeline leaves the thread ring out.
[[nodiscard]] bool ThreadsMerged(const ViewState& view);

}  // namespace ringscope
